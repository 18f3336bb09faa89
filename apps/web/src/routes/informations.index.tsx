import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { AnnouncementCard } from '#entities/members/announcement-card.tsx';
import { announcementsQuery, useMarkOpened } from '#entities/members/announcements.queries.ts';
import classes from '#features/members/announcements/announcements.module.css';
import { useMediaQuery } from '#ui/device.ts';

export const Route = createFileRoute('/informations/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'お知らせ',
    parent: ['/settings', '/'],
  },
  component: NewestPage,
});

/** Opens the newest announcement beside the list. On a phone only the list is shown. */
function NewestPage() {
  const [newest] = useSuspenseQuery(announcementsQuery).data;
  const isBeside = useMediaQuery('(min-width: 768px)');
  useMarkOpened(isBeside && newest !== undefined ? newest.id : null);
  if (newest === undefined || !isBeside) return null;
  return (
    <div className={classes.detail}>
      <AnnouncementCard date={newest.publishedDt} content={newest.content} heading="h2" />
    </div>
  );
}
