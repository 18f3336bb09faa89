import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { nameWorkoutType, workoutTypesQuery } from '#entities/workouts/workouts.queries.ts';
import { chip, Chips } from '#ui/lists/chips.tsx';

/** すべて would else count as active with every filter: its address begins theirs. */
const exactly = { exact: true, includeSearch: true };

/** The types done so far. Links, so that a choice can be kept, shared and undone by 戻る. */
export function WorkoutFilter({ chosen }: { readonly chosen: number | null }) {
  const { data: types } = useSuspenseQuery(workoutTypesQuery);
  const done = types.filter(({ workouted }) => workouted);
  if (done.length === 0) return null;
  return (
    <Chips label="種目で絞り込む" chosen={String(chosen)}>
      <Link to="/workouts" search={{}} className={chip} activeOptions={exactly}>
        すべて
      </Link>
      {done.map(({ id }) => (
        <Link
          key={id}
          to="/workouts"
          search={{ workoutType: id }}
          className={chip}
          activeOptions={exactly}
        >
          {nameWorkoutType(id)}
        </Link>
      ))}
    </Chips>
  );
}
