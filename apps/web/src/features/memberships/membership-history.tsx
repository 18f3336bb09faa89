import type { MembershipEvent } from '@tanren/contract/memberships/memberships';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { describeEvent, nameEvent } from '#entities/memberships/membership-words.ts';
import { formatMoment } from '#lib/dates.ts';
import { List, Note, Stack, Text } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { membershipEventsQuery } from './memberships.queries.ts';

/** Height of a row on a phone, in px. */
const rowHeight = 80;

const actors = { member: 'ご本人', staff: 'ジム', system: '自動', guardian: '保護者' } as const;

/** Lists every change, newest first, with its start, author and reason. */
export function MembershipHistory() {
  const query = useSuspenseInfiniteQuery(membershipEventsQuery);
  const events = query.data.pages.flatMap(({ items }) => items);
  if (events.length === 0) return null;
  return (
    <Stack as="section" gap={12} aria-labelledby="membership-history">
      <SectionHeading id="membership-history">お手続きの履歴</SectionHeading>
      <PagedList query={query} itemHeight={rowHeight}>
        <List divided card padding="0 16">
          {events.map((event) => (
            <EventRow key={event.eventId} event={event} />
          ))}
        </List>
      </PagedList>
    </Stack>
  );
}

function EventRow({ event }: { readonly event: MembershipEvent }) {
  const about = describeEvent(event);
  const { kind, reason } = event;
  return (
    <Stack as="li" padding="12 0">
      <p>
        <strong>{nameEvent(event)}</strong>
        {about === '' ? null : (
          <Text as="span" indent={8}>
            {about}
          </Text>
        )}
      </p>
      {/* The reason of a payment contains what was paid. */}
      {reason === '' ? null : <p>{kind === 'payment_noted' ? reason : `理由：${reason}`}</p>}
      <Note>
        {formatMoment(event.at)}・{event.gymName}・{actors[event.by]}
      </Note>
    </Stack>
  );
}
