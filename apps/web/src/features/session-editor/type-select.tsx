import { workoutTypes } from '@tanren/domain/workout-types';
import { useId } from 'react';
import { nameWorkoutType } from '#lib/workout-types.ts';
import classes from './type-select.module.css';

interface TypeSelectProps {
  readonly value: number;
  readonly onChoose: (workoutTypeId: number) => void;
}

export function TypeSelect({ value, onChoose }: TypeSelectProps) {
  const id = useId();
  const isKnown = workoutTypes.some((type) => type.id === value);
  return (
    <div className={classes.field} data-field>
      <label htmlFor={id} className={classes.label}>
        種目
      </label>
      <select
        id={id}
        className={classes.select}
        value={value}
        onChange={(event) => {
          onChoose(Number(event.target.value));
        }}
      >
        {/* Of a server that is newer than the page. */}
        {isKnown ? null : <option value={value}>{nameWorkoutType(value)}</option>}
        {workoutTypes.map((type) => (
          <option key={type.id} value={type.id}>
            {type.name}
          </option>
        ))}
      </select>
    </div>
  );
}
