import { IconChartLine } from '@tabler/icons-react';
import { isWorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { chip, Chips } from '#ui/lists/chips.tsx';
import { trainedLoadsQuery } from './trained-records.queries.ts';
import classes from './trained-workouts-view.module.css';
import { useMember } from './within-link.tsx';

const exactly = { exact: true, includeSearch: true };

/** The types the member has done, and the way to the charts of the chosen one. */
export function TrainedTypeFilter({ chosen }: { readonly chosen: number | null }) {
  const { memberId } = useMember();
  const { data: loads } = useSuspenseQuery(trainedLoadsQuery(memberId));
  if (loads === null || loads.length === 0) return null;
  const shared = {
    to: '/trainer/members/$memberId',
    params: { memberId },
    replace: true,
    resetScroll: false,
    className: chip,
    activeOptions: exactly,
  } as const;
  return (
    <div className={classes.filter}>
      <Chips label="種目で絞り込む" chosen={String(chosen)}>
        <Link {...shared} search={{ view: 'history' }}>
          すべて
        </Link>
        {loads.map(({ workoutTypeId }) => (
          <Link
            key={workoutTypeId}
            {...shared}
            search={{ view: 'history', workoutType: workoutTypeId }}
          >
            {nameWorkoutType(workoutTypeId)}
          </Link>
        ))}
      </Chips>
      {chosen !== null && isWorkoutTypeId(chosen) ? (
        <Link
          to="/trainer/members/$memberId/training-history/$workoutTypeId"
          params={{ memberId, workoutTypeId: chosen }}
          className={classes.course}
        >
          <IconChartLine size={20} stroke={1.75} aria-hidden />
          {nameWorkoutType(chosen)}の推移をグラフで見る
        </Link>
      ) : null}
    </div>
  );
}
