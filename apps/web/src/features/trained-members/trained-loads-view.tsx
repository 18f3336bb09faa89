import { useSuspenseQuery } from '@tanstack/react-query';
import { NotShared, useShares } from './not-shared.tsx';
import { TrainedLoadCard } from './trained-load-card.tsx';
import classes from './trained-loads-view.module.css';
import { trainedLoadsQuery } from './trained-records.queries.ts';
import { useMember } from './within-link.tsx';

/** Last, best and next load of each type, and the way to choose the next one. */
export function TrainedLoadsView() {
  return useShares('history') ? <TrainedLoads /> : <NotShared />;
}

function TrainedLoads() {
  const { memberId, nickname } = useMember();
  const { data: loads } = useSuspenseQuery(trainedLoadsQuery(memberId));
  if (loads === null) return <NotShared />;
  if (loads.length === 0) {
    return (
      <p className={classes.none}>
        {nickname}さんの記録はまだありません。トレーニングをすると、種目ごとの重さがここに並びます。
      </p>
    );
  }
  return (
    <ul className={classes.cards}>
      {loads.map((load) => (
        <li key={load.workoutTypeId}>
          <TrainedLoadCard load={load} />
        </li>
      ))}
    </ul>
  );
}
