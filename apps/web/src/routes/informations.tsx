import { InformationCard } from '#entities/informations/information-card.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  getReadVersion,
  informationsQuery,
  isUnread,
  markRead,
} from '#entities/informations/informations.queries.ts';
import classes from '#features/informations/informations.module.css';

export const Route = createFileRoute('/informations')({
  staticData: { access: 'default', layout: 'auth', title: 'お知らせ', parent: ['/settings', '/'] },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(informationsQuery);
  },
  component: InformationsPage,
});

function InformationsPage() {
  const { data: informations } = useSuspenseQuery(informationsQuery);
  const count = informations.length;
  // What was new when the page was opened stays marked while it is read, and so is what comes later.
  const [oldOnes] = useState(() => count - countNew(count));
  useEffect(() => {
    markRead(count);
  }, [count]);
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>お知らせ</h1>
      {count === 0 ? <p className={classes.empty}>お知らせはまだありません。</p> : null}
      {informations.map(({ id, publishedDt, content }, index) => (
        <InformationCard
          key={id}
          date={publishedDt}
          isNew={index < count - oldOnes}
          content={content}
        />
      ))}
    </div>
  );
}

/** Someone who never read any has not missed seven pieces of news: only the newest is new. */
function countNew(count: number): number {
  const readVersion = getReadVersion();
  if (!isUnread(readVersion, count)) return 0;
  return readVersion === null ? 1 : Math.max(0, count - Number(readVersion));
}
