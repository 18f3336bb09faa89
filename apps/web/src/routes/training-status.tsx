import { IconChevronRight } from '@tabler/icons-react';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import type { WorkoutType } from '@tanren/contract/workouts/workout-types';
import { isWorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import {
  explainNextLoad,
  quoteTrainer,
  summarizeNextLoad,
} from '#entities/workouts/next-load-text.ts';
import { MachineDrawing } from '#entities/workouts/machine-drawing.tsx';
import {
  nameWorkoutType,
  workoutLoadsQuery,
  workoutTypesQuery,
} from '#entities/workouts/workouts.queries.ts';
import { StatusColumns } from '#features/workouts/status/status-columns.tsx';
import { trainingStatusQuery } from '#features/workouts/status/this-week.tsx';
import classes from '#features/workouts/status/training-status.module.css';
import { formatKg } from '#lib/number-format.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { Amount, Labelled } from '#ui/charts/amount.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Row, Stack, Text } from '#ui/layout.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
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
    <Page title="トレーニング状況">
      <StatusColumns status={status} nothingYet={<NothingYet />} />
      {loads.length + firstTypes.length === 0 ? null : (
        <Stack as="section" gap={12} aria-labelledby="loads">
          <Text id="loads" as="h2" size={20}>
            種目ごとの重量
          </Text>
          <LoadCards loads={loads} firstTypes={firstTypes} />
        </Stack>
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

interface LoadCardsProps {
  readonly loads: readonly WorkoutLoad[];
  /** Types never done for which a trainer chose a load. */
  readonly firstTypes: readonly WorkoutType[];
}

/** Shows the loads of each type done, then the trainer's loads for types never done. */
function LoadCards({ loads, firstTypes }: LoadCardsProps) {
  return (
    <Stack as="ul" from={1024} gap={12}>
      {loads.map((load) => (
        <li key={load.workoutTypeId}>
          <LoadCard load={load} />
        </li>
      ))}
      {firstTypes.map((type) => (
        <li key={type.id}>
          <FirstLoadCard type={type} />
        </li>
      ))}
    </Stack>
  );
}

/** The load that a trainer chose for a type the member has never done. */
function FirstLoadCard({ type: { id, firstLoad } }: { readonly type: WorkoutType }) {
  if (!isWorkoutTypeId(id) || firstLoad === undefined) return null;
  return (
    <Link to="/training-history/$workoutTypeId" params={{ workoutTypeId: id }} className={cardLink}>
      <Row as="span" gap={12} align="center" weight={700} className={classes.loadName}>
        <MachineDrawing workoutTypeId={id} size={48} />
        <span>{nameWorkoutType(id)}</span>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Row>
      <Stack as="span" gap={8} className={classes.numbers}>
        <Labelled label="次回（はじめて）">
          <Amount value={formatKg(firstLoad.loadKg)} unit="kg" />
        </Labelled>
      </Stack>
      <Text as="span" block size={14} leading="loose" above={4}>
        {quoteTrainer(firstLoad.note)}
      </Text>
    </Link>
  );
}

function LoadCard({ load }: { readonly load: WorkoutLoad }) {
  const { workoutTypeId } = load;
  // Only types that this build knows have a page.
  if (!isWorkoutTypeId(workoutTypeId)) return null;
  return (
    <Link to="/training-history/$workoutTypeId" params={{ workoutTypeId }} className={cardLink}>
      <Row as="span" gap={12} align="center" weight={700} className={classes.loadName}>
        <MachineDrawing workoutTypeId={workoutTypeId} size={48} />
        <span>{nameWorkoutType(workoutTypeId)}</span>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Row>
      <Stack as="span" gap={8} className={classes.numbers}>
        <Labelled label={`前回（${load.lastReps}回）`}>
          <Amount value={formatKg(load.lastLoad)} unit="kg" />
        </Labelled>
        <Labelled label="最大重量" color="cyan">
          <Amount value={formatKg(load.maxLoad)} unit="kg" />
        </Labelled>
        <Labelled label="次回">
          <Amount value={formatKg(load.nextLoad)} unit="kg" />
        </Labelled>
      </Stack>
      <Text as="span" block size={14} leading="loose" above={4}>
        {load.nextLoadReason === 'trainer' ? explainNextLoad(load) : summarizeNextLoad(load)}
      </Text>
    </Link>
  );
}
