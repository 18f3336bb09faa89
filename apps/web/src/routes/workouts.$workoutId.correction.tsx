import { parseLongId } from '@tanren/domain/identity/route-paths';
import { IconClockHour4 } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound, useNavigate } from '@tanstack/react-router';
import { workoutRecordQuery } from '#entities/workouts/workout-records.queries.ts';
import { nameWorkoutType, workoutQuery } from '#entities/workouts/workouts.queries.ts';
import { CorrectionForm } from '#features/workouts/records/correction-form.tsx';
import { formatMoment } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';
import { GonePage } from '#lib/page-state.tsx';
import { idParam } from '#lib/route-params.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/workouts/$workoutId/correction')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '記録の訂正',
    parent: '/workouts/$workoutId',
  },
  params: idParam('workoutId', parseLongId),
  loader: async ({ context: { queryClient }, params: { workoutId } }) => {
    // A correction is based on the current record.
    const [workout, record] = await Promise.all([
      queryClient.query({ ...workoutQuery(workoutId), staleTime: 0 }),
      queryClient.query({ ...workoutRecordQuery(workoutId), staleTime: 0 }),
    ]);
    if (workout === null || record === null) throw notFound();
    // This is the state when the page was opened. The form's own correction leads to the page of
    // the record.
    return { isPending: record.correction?.state === 'pending' };
  },
  component: CorrectionPage,
});

function CorrectionPage() {
  const { workoutId } = Route.useParams();
  const { isPending } = Route.useLoaderData();
  const { data: workout } = useSuspenseQuery(workoutQuery(workoutId));
  const { data: record } = useSuspenseQuery(workoutRecordQuery(workoutId));
  const navigate = useNavigate();
  if (workout === null || record === null) return <GonePage />;
  return (
    <Page
      title="記録の訂正"
      lead={
        <>
          {nameWorkoutType(workout.workoutTypeId)}・
          <time dateTime={workout.startedAt}>{formatMoment(workout.startedAt)}</time>
        </>
      }
    >
      {isPending ? (
        <EmptyState
          Icon={IconClockHour4}
          text="スタッフが前の訂正を確認しているため、取り下げるまで新しい訂正はできません。"
          action={
            <Link to="/workouts/$workoutId" params={{ workoutId }} className={primaryButtonLink}>
              記録を見る
            </Link>
          }
        />
      ) : (
        <CorrectionForm
          start={{ workout, record }}
          onDone={async () => {
            notifyDone('記録を訂正しました', 'スタッフが確認すると反映されます。');
            await navigate({
              to: '/workouts/$workoutId',
              params: { workoutId },
              replace: true,
              ignoreBlocker: true,
            });
          }}
        />
      )}
    </Page>
  );
}
