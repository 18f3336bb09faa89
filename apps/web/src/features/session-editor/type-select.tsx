import { workoutTypes } from '@tanren/domain/workout-types';
import { useId } from 'react';
import { nameWorkoutType } from '#lib/workout-types.ts';
import { NativeSelect } from '#ui/native-select.tsx';
import classes from './type-select.module.css';

interface TypeSelectProps {
  readonly value: number;
  readonly onChoose: (workoutTypeId: number) => void;
}

export function TypeSelect({ value, onChoose }: TypeSelectProps) {
  const id = useId();
  const isKnown = workoutTypes.some((type) => type.id === value);
  const known = workoutTypes.map((type) => ({ id: type.id as number, label: type.name }));
  // One of a server that is newer than the page stands first.
  const choices = isKnown ? known : [{ id: value, label: nameWorkoutType(value) }, ...known];
  return (
    <div className={classes.field} data-field>
      <label htmlFor={id} className={classes.label}>
        種目
      </label>
      <NativeSelect id={id} value={value} choices={choices} onChoose={onChoose} />
    </div>
  );
}
