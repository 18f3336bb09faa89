import { describeLoadRange } from '@tanren/domain/session-loads';
import { useQuery } from '@tanstack/react-query';
import { workoutLoadsQuery } from '#lib/workout-loads.ts';
import { NumberStepper } from '#ui/number-stepper.tsx';
import { settle } from '#ui/step-range.ts';
import { ToggleChoice } from '#ui/toggle-choice.tsx';
import classes from './load-field.module.css';
import { findLoadRange } from './load-range.ts';

interface LoadFieldProps {
  readonly workoutTypeId: number;
  readonly loadKg: number | null;
  readonly onChange: (loadKg: number | null) => void;
}

const choices = [
  { id: 'recommended', label: 'おすすめ' },
  { id: 'fixed', label: '重さを指定' },
] as const;

export function LoadField({ workoutTypeId, loadKg, onChange }: LoadFieldProps) {
  const { data: loads } = useQuery({ ...workoutLoadsQuery, meta: { toldByPage: true } });
  const range = findLoadRange(workoutTypeId);
  if (range === null) return null;
  const own = loads?.find((load) => load.workoutTypeId === workoutTypeId)?.nextLoad;
  return (
    <div className={classes.field}>
      <ToggleChoice
        label="重量"
        choices={choices}
        chosen={loadKg === null ? 'recommended' : 'fixed'}
        onChoose={(kind) => {
          // Where the member's own load is known, it is the likeliest to be meant.
          onChange(kind === 'recommended' ? null : settle(own ?? range.min, range, true));
        }}
      />
      {loadKg === null ? (
        <p className={classes.hint}>行う人それぞれの次回の目安の重さになります。</p>
      ) : (
        <NumberStepper
          label="重さ"
          unit="kg"
          value={loadKg}
          range={range}
          stepsOnly
          hint={describeLoadRange(workoutTypeId)}
          onChange={onChange}
        />
      )}
    </div>
  );
}
