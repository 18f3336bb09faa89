import { IconChevronRight } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, Outlet, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { splitTitle } from '#entities/informations/information-card.tsx';
import {
  informationsQuery,
  markRead,
  useUnopened,
} from '#entities/informations/informations.queries.ts';
import classes from '#features/informations/informations.module.css';
import { formatGymDate } from '#lib/dates.ts';
import { RowList } from '#ui/lists/menu-section.tsx';

export const Route = createFileRoute('/informations')({
  // Each page below declares its own; this one is never a page by itself.
  staticData: { access: 'default', layout: 'auth', title: 'お知らせ', parent: null },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(informationsQuery);
  },
  component: InformationsLayout,
});

/** The titles, and beside them or in their place the announcement that was chosen. */
function InformationsLayout() {
  const { data: informations } = useSuspenseQuery(informationsQuery);
  const { informationId = null } = useParams({ strict: false });
  const unopened = useUnopened();
  useEffect(() => {
    markRead(informations);
  }, [informations]);
  const Heading = informationId === null ? 'h1' : 'h2';
  return (
    <div className={classes.columns} data-open={informationId !== null || undefined} data-wide>
      <section aria-label="お知らせの一覧">
        <Heading className={classes.title}>お知らせ</Heading>
        {informations.length === 0 ? (
          <p className={classes.empty}>お知らせはまだありません。</p>
        ) : (
          <RowList>
            {informations.map(({ id, publishedDt, content }, index) => {
              const isUnopened = unopened.includes(id);
              const isShown = informationId === null ? index === 0 : id === informationId;
              return (
                <li key={id}>
                  <Link
                    to="/informations/$informationId"
                    params={{ informationId: id }}
                    className={classes.row}
                    data-unopened={isUnopened || undefined}
                    data-shown={isShown || undefined}
                  >
                    <span className={classes.words}>
                      <span className={classes.date}>
                        <time dateTime={publishedDt}>{formatGymDate(publishedDt)}</time>
                        {isUnopened ? <span className={classes.unopened}>未読</span> : null}
                      </span>
                      <span className={classes.name}>{splitTitle(content).title}</span>
                    </span>
                    <IconChevronRight size={20} stroke={1.75} aria-hidden />
                  </Link>
                </li>
              );
            })}
          </RowList>
        )}
      </section>
      <Outlet />
    </div>
  );
}
