import type { MembershipEvent } from '@tanren/contract/memberships/memberships';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { describeEvent, nameEvent } from '#entities/memberships/membership-words.ts';
import { formatMoment } from '#lib/dates.ts';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { membershipEventsQuery } from './memberships.queries.ts';
import classes from './memberships.module.css';

/** Height of a row on a phone, in px. */
const rowHeight = 80;

const actors = { member: 'ご本人', staff: '店舗', system: '自動' } as const;

/** Lists every change, newest first, with its start, author and reason. */
export function MembershipHistory() {
  const query = useSuspenseInfiniteQuery(membershipEventsQuery);
  const events = query.data.pages.flatMap(({ items }) => items);
  if (events.length === 0) return null;
  return (
    <section className={classes.history} aria-labelledby="membership-history">
      <h2 id="membership-history" className={classes.heading}>
        お手続きの履歴
      </h2>
      <PagedList query={query} itemHeight={rowHeight}>
        <ul className={classes.events}>
          {events.map((event) => (
            <EventRow key={event.eventId} event={event} />
          ))}
        </ul>
      </PagedList>
    </section>
  );
}

function EventRow({ event }: { readonly event: MembershipEvent }) {
  const about = describeEvent(event);
  const { kind, reason } = event;
  return (
    <li className={classes.event}>
      <p>
        <strong>{nameEvent(event)}</strong>
        {about === '' ? null : <span className={classes.about}>{about}</span>}
      </p>
      {/* The reason of a payment contains what was paid. */}
      {reason === '' ? null : <p>{kind === 'payment_noted' ? reason : `理由：${reason}`}</p>}
      <p className={classes.quiet}>
        {formatMoment(event.at)}・{event.gymName}・{actors[event.by]}
      </p>
    </li>
  );
}
