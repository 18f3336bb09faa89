import type { SessionItem } from '@tanren/contract/training-sessions';
import { sessionLimits } from '@tanren/domain/training-sessions';
import { NumberStepper } from '#ui/number-stepper.tsx';
import classes from './item-fields.module.css';
import type { EditedItem } from './edited-content.ts';
import { LoadField } from './load-field.tsx';
import { TypeSelect } from './type-select.tsx';

interface ItemFieldsProps {
  readonly item: EditedItem;
  readonly onChange: (change: Partial<SessionItem>) => void;
}

const setRange = { min: 1, max: sessionLimits.sets, step: 1 };
const repRange = { min: 1, max: sessionLimits.reps, step: 1 };
const restRange = { min: 0, max: sessionLimits.restSeconds, step: 15 };

export function ItemFields({ item, onChange }: ItemFieldsProps) {
  return (
    <>
      <TypeSelect
        value={item.workoutTypeId}
        onChoose={(workoutTypeId) => {
          onChange({ workoutTypeId });
        }}
      />
      <div className={classes.pair}>
        <NumberStepper
          label="セット"
          unit="セット"
          value={item.sets}
          range={setRange}
          onChange={(sets) => {
            onChange({ sets });
          }}
        />
        <NumberStepper
          label="回数"
          unit="回"
          value={item.reps}
          range={repRange}
          onChange={(reps) => {
            onChange({ reps });
          }}
        />
      </div>
      <LoadField
        workoutTypeId={item.workoutTypeId}
        loadKg={item.loadKg}
        onChange={(loadKg) => {
          onChange({ loadKg });
        }}
      />
      <NumberStepper
        label="休憩"
        unit="秒"
        value={item.restSeconds}
        range={restRange}
        typedStep={1}
        hint="セットとセットの間の休憩です"
        onChange={(restSeconds) => {
          onChange({ restSeconds });
        }}
      />
    </>
  );
}
