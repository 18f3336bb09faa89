import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { nameWorkoutType, workoutTypesQuery } from '#lib/workout-types.ts';
import { chip, Chips } from '#ui/chips.tsx';

/** The types done so far. Links, so that a choice can be kept, shared and undone by 戻る. */
export function WorkoutFilter({ chosen }: { readonly chosen: number | null }) {
  const { data: types } = useSuspenseQuery(workoutTypesQuery);
  const done = types.filter(({ workouted }) => workouted);
  if (done.length === 0) return null;
  return (
    <Chips label="種目で絞り込む" chosen={String(chosen)}>
      <Link to="/workouts" search={{}} className={chip} {...markCurrent(chosen === null)}>
        すべて
      </Link>
      {done.map(({ id }) => (
        <Link
          key={id}
          to="/workouts"
          search={{ workoutType: id }}
          className={chip}
          {...markCurrent(chosen === id)}
        >
          {nameWorkoutType(id)}
        </Link>
      ))}
    </Chips>
  );
}

/** The router would mark すべて, too: its address is the beginning of the others. */
function markCurrent(isCurrent: boolean) {
  return {
    activeOptions: { exact: true, includeSearch: true },
    'aria-current': isCurrent ? ('page' as const) : undefined,
  };
}
