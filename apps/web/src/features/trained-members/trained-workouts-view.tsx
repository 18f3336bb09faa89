import type { Workout } from '@tanren/contract/workouts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { NotShared, useShares } from './not-shared.tsx';
import { TrainedTypeFilter } from './trained-type-filter.tsx';
import { trainedWorkoutsQuery } from './trained-records.queries.ts';
import classes from './trained-workouts-view.module.css';
import { useMember } from './within-link.tsx';

interface TrainedWorkoutsProps {
  readonly workoutType: number | null;
  readonly days: ComponentType<{ readonly workouts: readonly Workout[] }>;
}

/** Of a card in the list on a tablet, in px. */
const cardHeight = 104;

export function TrainedWorkoutsView(props: TrainedWorkoutsProps) {
  return useShares('history') ? <TrainedWorkouts {...props} /> : <NotShared />;
}

function TrainedWorkouts({ workoutType, days: Days }: TrainedWorkoutsProps) {
  const { memberId, nickname } = useMember();
  const query = useSuspenseInfiniteQuery(trainedWorkoutsQuery(memberId, workoutType));
  const workouts = query.data.pages.flatMap(({ items }) => items);
  return (
    <div className={classes.view}>
      <TrainedTypeFilter chosen={workoutType} />
      {workouts.length === 0 ? (
        <p className={classes.none}>{nickname}さんの記録はまだありません。</p>
      ) : (
        <PagedList query={query} itemHeight={cardHeight}>
          <Days workouts={workouts} />
        </PagedList>
      )}
    </div>
  );
}
