import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PlainButton } from '#ui/buttons.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Box, List, Note, Text } from '#ui/layout.tsx';
import { pastReservationsQuery } from './reservations.queries.ts';
import { formatSlot } from './reservation-words.ts';
import { Unbroken } from '#ui/unbroken.tsx';

/** Loads the past reservations only when the member unfolds them. */
export function PastReservations() {
  return (
    <Disclosure label="過去の予約">
      <PastList />
    </Disclosure>
  );
}

function PastList() {
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(pastReservationsQuery);
  const reservations = data?.pages.flatMap(({ items }) => items);
  const goOn = () => {
    if (!isFetching) void (data ? fetchNextPage() : refetch());
  };
  return (
    <>
      {!reservations && !isError ? <Skeleton height={64} /> : null}
      {reservations?.length === 0 ? <Text leading="loose">過去の予約はありません。</Text> : null}
      <List divided>
        {reservations?.map((reservation) => (
          <Box key={reservation.id} as="li" padding="12 0">
            <Past reservation={reservation} />
          </Box>
        ))}
      </List>
      {hasNextPage || isError ? (
        <PlainButton aria-disabled={isFetching} onClick={goOn}>
          {isFetching ? '読み込んでいます…' : isError ? 'もう一度読み込む' : 'さらに表示する'}
        </PlainButton>
      ) : null}
    </>
  );
}

function Past({ reservation }: { readonly reservation: TrainingReservation }) {
  const { gymName, status, gymCancelReason, trainingSession } = reservation;
  return (
    <>
      <Text leading="loose">
        <Unbroken text={formatSlot(reservation)} />
      </Text>
      <Note leading="loose">
        {gymName}
        {gymCancelReason !== null
          ? `・キャンセルになりました（${gymCancelReason}）`
          : status === 'cancelled'
            ? '・キャンセルしました'
            : ''}
      </Note>
      {trainingSession === null ? null : (
        <Note leading="loose">
          <Link
            to="/training-sessions/$trainingSessionId"
            params={{ trainingSessionId: trainingSession.trainingSessionId }}
          >
            {trainingSession.title}
          </Link>
        </Note>
      )}
    </>
  );
}
