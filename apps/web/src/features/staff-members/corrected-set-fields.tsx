import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { NumberStepper } from '#ui/forms/number-stepper.tsx';
import { PlainButton } from '#ui/buttons.tsx';
import type { StepRange } from '#ui/forms/step-range.ts';
import type { EditedSet } from './correction.ts';
import classes from './staff-workout.module.css';

interface CorrectedSetFieldsProps {
  readonly set: EditedSet;
  /** Reps can be taken away, never added. */
  readonly repsThere: number;
  readonly loads: StepRange;
  readonly onChange: (set: EditedSet) => void;
}

export function CorrectedSetFields({ set, repsThere, loads, onChange }: CorrectedSetFieldsProps) {
  const name = `${set.position + 1}セット目`;
  return (
    <fieldset className={classes.set} data-removed={set.removed || undefined}>
      {/* Seen it stands beside its button. */}
      <legend className="visually-hidden">{name}</legend>
      <div className={classes.head}>
        <span aria-hidden className={classes.name}>
          {name}
        </span>
        <PlainButton
          aria-label={`${name}${set.removed ? 'を元に戻す' : 'を除く'}`}
          onClick={() => {
            onChange({ ...set, removed: !set.removed });
          }}
        >
          {set.removed ? (
            <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
          ) : (
            <IconTrash size={20} stroke={1.75} aria-hidden />
          )}
          {set.removed ? '元に戻す' : '除く'}
        </PlainButton>
      </div>
      {set.removed ? (
        <p className={classes.note}>このセットは記録から除かれます。</p>
      ) : (
        <div className={classes.numbers}>
          <NumberStepper
            label="重量"
            unit="kg"
            value={set.loadKg}
            range={loads}
            typedStep={0.1}
            onChange={(loadKg) => {
              onChange({ ...set, loadKg });
            }}
          />
          <NumberStepper
            label="回数"
            unit="回"
            value={set.repCount}
            range={{ min: 1, max: repsThere, step: 1 }}
            hint={`記録は${repsThere}回。減らすことだけできます。`}
            onChange={(repCount) => {
              onChange({ ...set, repCount });
            }}
          />
        </div>
      )}
    </fieldset>
  );
}
