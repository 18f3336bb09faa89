import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { memberWorkoutParams } from '#lib/route-params.ts';
import { formatKg } from '#lib/number-format.ts';
import { GonePage } from '#lib/page-state.tsx';
import { waitBriefly } from '#lib/query-client.ts';
import { IconPencil } from '@tabler/icons-react';
import type { WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { useState } from 'react';
import { CorrectionForm } from '#features/staff/correction-form.tsx';
import {
  nameMember,
  staffMemberQuery,
  staffRecordQuery,
  staffWorkoutQuery,
} from '#features/staff/staff-members.queries.ts';
import { WorkoutActions, WorkoutSets } from '#features/staff/workout-actions.tsx';
import { formatGymClock, formatMoment } from '#lib/dates.ts';
import { RecordHistory } from '#entities/workouts/record-history.tsx';
import { RecordMarks } from '#entities/workouts/record-marks.tsx';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { Page } from '#ui/page.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { FactList } from '#ui/lists/data-table.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { Stack } from '#ui/layout.tsx';

export const Route = createFileRoute('/staff/members/$member/workouts/$workoutId')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'トレーニングの記録',
    parent: '/staff/members/$member',
    group: 'staff',
  },
  params: memberWorkoutParams,
  preload: false,
  loader: async ({ context: { queryClient }, params: { member, workoutId } }) => {
    const [found, workout] = await Promise.all([
      queryClient.query(staffMemberQuery(member)),
      queryClient.query(staffWorkoutQuery(member, workoutId)),
      // The page works without it, but loading it later would push down the rest.
      waitBriefly(queryClient.query(staffRecordQuery(member, workoutId))),
    ]);
    if (found === null || workout === null) throw notFound();
  },
  component: StaffWorkoutPage,
});

function StaffWorkoutPage() {
  const { member: sub, workoutId } = Route.useParams();
  const { data: member } = useSuspenseQuery(staffMemberQuery(sub));
  const { data: workout } = useSuspenseQuery(staffWorkoutQuery(sub, workoutId));
  const [correcting, setCorrecting] = useState(false);
  if (member === null || workout === null) return <GonePage />;
  const { startedAt, endedAt, correction } = workout;
  const facts = [
    { name: '最大重量', value: `${formatKg(workout.max)}kg` },
    { name: '総発揮力', value: `${formatKg(workout.tfo)}kg` },
    { name: 'セットと回数', value: `${workout.setCount}セット・${workout.repCount}回` },
  ];
  return (
    <Page
      title={nameWorkoutType(workout.workoutTypeId)}
      above={nameMember(member)}
      lead={
        <>
          <time dateTime={startedAt}>
            {formatMoment(startedAt)}〜{formatGymClock(endedAt)}
          </time>{' '}
          <RecordMarks marks={workout.marks} />
        </>
      }
    >
      {correction === null ? null : (
        <Notice Icon={IconPencil}>
          {formatMoment(correction.correctedAt)}に{nameCorrector(workout)}しました。理由：
          {correction.reason}
        </Notice>
      )}
      {correcting ? (
        <CorrectionForm
          member={sub}
          workout={workout}
          onClose={() => {
            setCorrecting(false);
          }}
        />
      ) : (
        <Stack from={768} gap={24} align="start">
          <Stack gap={24} align="start">
            <WorkoutSets sets={workout.sets} />
            <Card heading="合計">
              <FactList facts={facts} />
            </Card>
          </Stack>
          <Stack gap={24} align="start">
            <WorkoutActions
              member={sub}
              workoutId={workoutId}
              onCorrect={() => {
                setCorrecting(true);
              }}
            />
            <StaffRecordHistory member={sub} workoutId={workoutId} />
          </Stack>
        </Stack>
      )}
    </Page>
  );
}

interface StaffRecordHistoryProps {
  readonly member: string;
  readonly workoutId: number;
}

function StaffRecordHistory({ member, workoutId }: StaffRecordHistoryProps) {
  const query = useQuery(staffRecordQuery(member, workoutId));
  if (!query.data) return <LoadAgainIfMissing what="記録の履歴" query={query} />;
  return <RecordHistory events={query.data.events} reader="staff" />;
}

/** Names the author of the correction. The sets below it do not contain a pending one. */
function nameCorrector({ correction, marks }: WorkoutDetail): string {
  if (correction?.by !== 'member') return 'スタッフが修正';
  return marks?.includes('correction_pending') === true ? '会員が訂正を申請' : '会員が訂正';
}
