import { IconQrcode } from '@tabler/icons-react';
import type { RejectedWorkout } from '@tanren/contract/workouts/workout-records';
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import {
  rejectedWorkoutsQuery,
  workoutClaimsQuery,
} from '#entities/workouts/workout-records.queries.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { ClaimList } from '#features/workouts/records/claim-list.tsx';
import { useRecordChange } from '#features/workouts/records/record-changes.ts';
import { formatGymDate, formatMoment, gymDateOf } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';
import { formatKg } from '#lib/number-format.ts';
import { waitBriefly } from '#lib/query-client.ts';
import { PlainButton, primaryButtonLink } from '#ui/buttons.tsx';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
import { Note, Stack, Text } from '#ui/layout.tsx';
import { CardList, LinkCard, linkOfCard } from '#ui/lists/cards.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/rejected-workouts')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '記録の受け取りと除外',
    parent: '/workouts',
  },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.infiniteQuery(rejectedWorkoutsQuery),
      waitBriefly(queryClient.query(workoutClaimsQuery)),
    ]);
  },
  component: RejectedWorkoutsPage,
});

/** Height of a card on a phone, in px. */
const cardHeight = 120;

/**
 * Shows the records that were received by a code and those that were rejected, which the list of
 * visits does not contain.
 */
function RejectedWorkoutsPage() {
  const query = useSuspenseInfiniteQuery(rejectedWorkoutsQuery);
  const rejected = query.data.pages.flatMap(({ items }) => items);
  return (
    <Page title="記録の受け取りと除外">
      <ClaimedSection />
      <Stack as="section" gap={12} aria-labelledby="rejected">
        <Text id="rejected" as="h2" size={16} leading="snug">
          外した記録
        </Text>
        {rejected.length === 0 ? (
          <Text card padding={16} quiet>
            この30日間に外した記録はありません。
          </Text>
        ) : (
          <PagedList query={query} itemHeight={cardHeight}>
            <CardList paired>
              {rejected.map((one) => (
                <li key={one.workout.id}>
                  <RejectedCard rejected={one} />
                </li>
              ))}
            </CardList>
          </PagedList>
        )}
      </Stack>
    </Page>
  );
}

function RejectedCard({ rejected }: { readonly rejected: RejectedWorkout }) {
  const { workout, undoUntil } = rejected;
  const { run, problem, busy } = useRecordChange(workout.id, 'restore');
  return (
    <LinkCard
      heading="h3"
      link={
        <Link to="/workouts/$workoutId" params={{ workoutId: workout.id }} className={linkOfCard}>
          {nameWorkoutType(workout.workoutTypeId)}
        </Link>
      }
      action={
        <PlainButton
          aria-disabled={busy}
          aria-label={`${nameWorkoutType(workout.workoutTypeId)}を元に戻す`}
          onClick={() => {
            void run().then((done) => {
              if (done)
                notifyDone('元に戻しました', '履歴・自己ベスト・ランキングに反映されます。');
            });
          }}
        >
          {busy ? '戻しています…' : '元に戻す'}
        </PlainButton>
      }
    >
      <Note>
        {formatMoment(workout.startedAt)}・最大重量{formatKg(workout.max)}kg・{workout.setCount}
        セット・計{workout.repCount}回
      </Note>
      <Note>{formatGymDate(gymDateOf(undoUntil))}まで戻せます。</Note>
      <FormError text={problem} />
    </LinkCard>
  );
}

function ClaimedSection() {
  const query = useQuery(workoutClaimsQuery);
  const { data: claims } = query;
  return (
    <Stack as="section" gap={12} aria-labelledby="claimed">
      <Text id="claimed" as="h2" size={16} leading="snug">
        受け取った記録
      </Text>
      <LoadAgainIfMissing what="受け取った記録" query={query} />
      {claims === undefined ? null : claims.length === 0 ? (
        <EmptyState
          Icon={IconQrcode}
          text="接続せずにトレーニングしたときは、マシンの画面の受け取りコードを24時間以内に読み取ると、記録を受け取れます。"
          action={
            <Link to="/tanren-link" className={primaryButtonLink}>
              コードを読み取る
            </Link>
          }
        />
      ) : (
        <ClaimList claims={claims} />
      )}
    </Stack>
  );
}
