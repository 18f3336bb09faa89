import type { HistoryPeriod, WorkoutHistory } from '@tanren/contract/workout-history';
import type { WorkoutLoad } from '@tanren/contract/workout-loads';
import type { WorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { Page } from '#ui/page.tsx';
import { BackToMember } from './back-links.tsx';
import { NotShared, useShares } from './not-shared.tsx';
import { trainedHistoryQuery, trainedLoadsQuery } from './trained-records.queries.ts';
import { useMember } from './within-link.tsx';

export interface TrainedCourseProps {
  readonly history: WorkoutHistory & { bests: NonNullable<WorkoutHistory['bests']> };
  readonly load: WorkoutLoad | undefined;
}

interface TrainedHistoryProps {
  readonly workoutTypeId: WorkoutTypeId;
  readonly period: HistoryPeriod;
  readonly course: ComponentType<TrainedCourseProps>;
}

/** The course of one type of a member. */
export function TrainedHistoryScreen(props: TrainedHistoryProps) {
  return (
    <Page
      title={nameWorkoutType(props.workoutTypeId)}
      above={<BackToMember view="loads" />}
      lead="種目別の履歴"
    >
      {useShares('history') ? <TrainedHistory {...props} /> : <NotShared />}
    </Page>
  );
}

function TrainedHistory({ workoutTypeId, period, course: Course }: TrainedHistoryProps) {
  const { memberId, nickname } = useMember();
  const { data: history } = useSuspenseQuery(trainedHistoryQuery(memberId, workoutTypeId, period));
  const { data: loads } = useSuspenseQuery(trainedLoadsQuery(memberId));
  if (history === null) return <NotShared />;
  const { bests } = history;
  if (bests === null) return <p>{nickname}さんのこの種目の記録はまだありません。</p>;
  const load = loads?.find((one) => one.workoutTypeId === workoutTypeId);
  return <Course history={{ ...history, bests }} load={load} />;
}
