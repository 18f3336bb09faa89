import { isWorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { workoutTypes } from '@tanren/domain/workout-types';
import { useSessionSearch } from './use-session-search.ts';
import classes from './type-select.module.css';

const any = 0;

/** The phone's own picker: the types are too many for a row of links. */
export function TypeSelect() {
  const { search, go } = useSessionSearch();
  return (
    <select
      aria-label="種目"
      className={classes.select}
      value={search.workoutType ?? any}
      onChange={({ target }) => {
        const id = Number(target.value);
        go({ workoutType: isWorkoutTypeId(id) ? id : undefined });
      }}
    >
      <option value={any}>すべての種目</option>
      {workoutTypes.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
