import type { WorkoutLoad } from '@tanren/contract/workout-loads';
import { describeLoadRange } from '@tanren/domain/workout-types';
import { formatKg } from '#lib/kilograms.ts';
import { NumberStepper } from '#ui/number-stepper.tsx';
import { nearestSettable } from '#ui/step-range.ts';
import { ToggleChoice } from '#ui/toggle-choice.tsx';
import { useEditorSetting } from './editor-setting.ts';
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
  const { loads, forMember } = useEditorSetting();
  const range = findLoadRange(workoutTypeId);
  if (range === null) return null;
  const known = loads.find((load) => load.workoutTypeId === workoutTypeId);
  return (
    <div className={classes.field}>
      <ToggleChoice
        label="重量"
        choices={choices}
        chosen={loadKg === null ? 'recommended' : 'fixed'}
        onChoose={(kind) => {
          // Where the load of whoever does it is known, it is the likeliest to be meant.
          onChange(
            kind === 'recommended' ? null : nearestSettable(known?.nextLoad ?? range.min, range),
          );
        }}
      />
      {loadKg === null ? (
        <p className={classes.hint}>
          {forMember === null
            ? '行う人それぞれの次回の目安の重さになります。'
            : `${forMember}さんの次回の目安の重さになります。`}
        </p>
      ) : (
        <NumberStepper
          label="重さ"
          unit="kg"
          value={loadKg}
          range={range}
          hint={describeLoadRange(workoutTypeId)}
          onChange={onChange}
        />
      )}
      {forMember === null || known === undefined ? null : <KnownLoad load={known} />}
    </div>
  );
}

/** For whoever chooses for somebody else. */
function KnownLoad({ load }: { readonly load: WorkoutLoad }) {
  return (
    <p className={classes.known}>
      次回の目安 <strong>{formatKg(load.nextLoad)}kg</strong>・前回 {formatKg(load.lastLoad)}kg×
      {load.lastReps}回・最大 {formatKg(load.maxLoad)}kg
    </p>
  );
}
