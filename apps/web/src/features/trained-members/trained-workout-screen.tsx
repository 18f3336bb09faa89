import type { WorkoutDetail } from '@tanren/contract/workouts';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { GonePage } from '#lib/page-state.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { Page } from '#ui/page.tsx';
import { BackToMember } from './back-links.tsx';
import { NotShared, useShares } from './not-shared.tsx';
import { trainedWorkoutQuery } from './trained-records.queries.ts';
import { TrainedWorkoutLinks } from './trained-workout-links.tsx';
import { useMember } from './within-link.tsx';

interface TrainedWorkoutProps {
  readonly workoutId: number;
  readonly time: ComponentType<{ readonly workout: WorkoutDetail }>;
  readonly parts: ComponentType<{ readonly workout: WorkoutDetail; readonly links: ReactNode }>;
}

export function TrainedWorkoutScreen(props: TrainedWorkoutProps) {
  if (useShares('history')) return <TrainedWorkout {...props} />;
  return (
    <Page title="トレーニングの詳細" above={<BackToMember view="history" />}>
      <NotShared />
    </Page>
  );
}

function TrainedWorkout({ workoutId, time: Time, parts: Parts }: TrainedWorkoutProps) {
  const { memberId } = useMember();
  const { data: workout } = useSuspenseQuery(trainedWorkoutQuery(memberId, workoutId));
  if (workout === null) return <GonePage />;
  return (
    <Page
      title={nameWorkoutType(workout.workoutTypeId)}
      above={<BackToMember view="history" />}
      lead={<Time workout={workout} />}
    >
      <Parts workout={workout} links={<TrainedWorkoutLinks workout={workout} />} />
    </Page>
  );
}
