import { IconHistory } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { describeEvent, nameEvent } from '#entities/memberships/membership-words.ts';
import { formatMoment } from '#lib/dates.ts';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { membershipEventsQuery } from './memberships.queries.ts';
import classes from './memberships.module.css';

/** Of a row on a phone, in px. */
const rowHeight = 80;

const actors = { member: 'ご本人', staff: '店舗', system: '自動' } as const;

/** Every step, the newest first: what, from when on, by whom and why. */
export function MembershipHistory() {
  const query = useSuspenseInfiniteQuery(membershipEventsQuery);
  const events = query.data.pages.flatMap(({ items }) => items);
  return (
    <section className={classes.history} aria-labelledby="membership-history">
      <h2 id="membership-history" className={classes.heading}>
        お手続きの履歴
      </h2>
      {events.length === 0 ? (
        <EmptyState Icon={IconHistory} text="お手続きの履歴はまだありません。" />
      ) : (
        <PagedList query={query} itemHeight={rowHeight}>
          <ul className={classes.events}>
            {events.map((event) => {
              const about = describeEvent(event);
              return (
                <li key={event.eventId} className={classes.event}>
                  <p>
                    <strong>{nameEvent(event)}</strong>
                    {about === '' ? null : <span className={classes.about}>{about}</span>}
                  </p>
                  {event.reason === '' ? null : <p>理由：{event.reason}</p>}
                  <p className={classes.quiet}>
                    {formatMoment(event.at)}・{event.gymName}・{actors[event.by]}
                  </p>
                </li>
              );
            })}
          </ul>
        </PagedList>
      )}
    </section>
  );
}
