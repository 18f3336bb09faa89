import { IconAlertTriangle, IconChevronRight, IconClockHour4 } from '@tabler/icons-react';
import type { WorkoutClaim } from '@tanren/contract/workouts/workout-records';
import type { ClaimState } from '@tanren/domain/workouts/workout-records';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { describeClaim } from '#entities/workouts/record-words.ts';
import {
  rejectedWorkoutsQuery,
  workoutClaimsQuery,
} from '#entities/workouts/workout-records.queries.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatMoment } from '#lib/dates.ts';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { CardList, cardLink } from '#ui/lists/cards.tsx';

/** Lists the workouts that were claimed by a code, with their state. */
export function ClaimList({ claims }: { readonly claims: readonly WorkoutClaim[] }) {
  return (
    <CardList>
      {claims.map((claim) => (
        <li key={claim.id}>
          <ClaimCard claim={claim} />
        </li>
      ))}
    </CardList>
  );
}

function ClaimCard({ claim }: { readonly claim: WorkoutClaim }) {
  const { workoutId, workoutTypeId, claimedAt, gymName, machineId } = claim;
  const words = (
    <>
      <Row as="span" gap={12} rowGap={0} align="baseline" justify="between" wrap>
        <Text as="span" weight={700}>
          {nameWorkoutType(workoutTypeId)}
        </Text>
        <Note dateTime={claimedAt} as="time">
          {formatMoment(claimedAt)}
        </Note>
      </Row>
      <Note as="span">
        {gymName}・マシン {machineId}
      </Note>
      <Text as="span" size={14}>
        {describeClaim(claim).text}
      </Text>
    </>
  );
  if (workoutId === null)
    return (
      <Stack card padding="12 16">
        {words}
      </Stack>
    );
  return (
    <Link
      to="/workouts/$workoutId"
      params={{ workoutId }}
      className={`${cardLink} ${look('card', 'stack', 'padding-12-16')}`}
    >
      {words}
    </Link>
  );
}

/**
 * Shows, on the history page, the claimed and rejected records that are not part of the visits,
 * while there is something to do or to wait for.
 */
export function RecordsElsewhere() {
  const claims = useQuery(workoutClaimsQuery);
  const rejected = useInfiniteQuery(rejectedWorkoutsQuery);
  const count = (state: ClaimState) =>
    (claims.data ?? []).filter((claim) => claim.state === state).length;
  const [waiting, refused] = [count('waiting'), count('refused')];
  const out = rejected.data?.pages.flatMap(({ items }) => items).length ?? 0;
  return (
    <>
      <LoadAgainIfMissing what="受け取った記録" query={claims} />
      <LoadAgainIfMissing what="外した記録" query={rejected} />
      {waiting === 0 ? null : (
        <Notice Icon={IconClockHour4}>
          受け取りコードの記録のうち{waiting}件は、マシンから届くのを待っています。
        </Notice>
      )}
      {refused === 0 ? null : (
        <Notice Icon={IconAlertTriangle}>
          受け取りコードの記録のうち{refused}件は、受け取れませんでした。
        </Notice>
      )}
      {waiting + refused + out === 0 ? null : (
        <Link to="/rejected-workouts" className={look('tap', 'narrow', 'gap-4', 'size-14')}>
          記録の受け取りと除外
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </Link>
      )}
    </>
  );
}
