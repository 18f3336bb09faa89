import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { workoutLoadsQuery, workoutTypesQuery } from '#entities/workouts/workouts.queries.ts';
import { Section } from '#features/workouts/section.tsx';
import { LoadRows } from '#features/workouts/status/load-rows.tsx';
import { StatusColumns } from '#features/workouts/status/status-columns.tsx';
import { trainingStatusQuery } from '#features/workouts/status/this-week.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/training-status')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'トレーニング状況',
    parent: ['/settings', '/'],
  },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.query(trainingStatusQuery),
      queryClient.query(workoutLoadsQuery),
      queryClient.query(workoutTypesQuery),
    ]);
  },
  component: TrainingStatusPage,
});

function TrainingStatusPage() {
  const { data: status } = useSuspenseQuery(trainingStatusQuery);
  const { data: loads } = useSuspenseQuery(workoutLoadsQuery);
  const { data: types } = useSuspenseQuery(workoutTypesQuery);
  const firstTypes = types.filter(({ firstLoad }) => firstLoad !== undefined);
  return (
    <Page title="トレーニング状況" wide>
      <StatusColumns status={status} nothingYet={<NothingYet />} />
      {loads.length + firstTypes.length === 0 ? null : (
        <Section heading="種目ごとの重量">
          <LoadRows loads={loads} firstTypes={firstTypes} />
        </Section>
      )}
    </Page>
  );
}

function NothingYet() {
  return (
    <EmptyState
      picture={<MachineDrawing workoutTypeId={1} size={160} />}
      text="マシンでトレーニングすると、鍛えた部位と次回の重量がここに並びます。"
      action={
        <Link to="/tanren-link" className={primaryButtonLink}>
          マシンと接続する
        </Link>
      }
    />
  );
}
