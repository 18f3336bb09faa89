import { addHonorific } from '@tanren/domain/members/honorifics';
import type { MenuItem } from '@tanren/contract/menus/menus';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import { menuLimits } from '@tanren/domain/menus/menus';
import { describeLoadRange, workoutTypes } from '@tanren/domain/workouts/workout-types';
import { useId } from 'react';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatKg } from '#lib/number-format.ts';
import { ToggleChoice } from '#ui/forms/choice-fields.tsx';
import { NumberStepper } from '#ui/forms/number-stepper.tsx';
import { NativeSelect } from '#ui/forms/select-fields.tsx';
import { nearestSettable } from '#ui/forms/step-range.ts';
import { Stack, Text } from '#ui/layout.tsx';
import { type EditedItem, findLoadRange } from './edited-content.ts';
import { useEditorSetting } from './editor-setting.tsx';

interface ItemFieldsProps {
  readonly item: EditedItem;
  readonly onChange: (change: Partial<MenuItem>) => void;
}

const setRange = { min: 1, max: menuLimits.sets, step: 1 };
const repRange = { min: 1, max: menuLimits.reps, step: 1 };
const restRange = { min: 0, max: menuLimits.restSeconds, step: 15 };

export function ItemFields({ item, onChange }: ItemFieldsProps) {
  return (
    <>
      <TypeSelect
        value={item.workoutTypeId}
        onChoose={(workoutTypeId) => {
          onChange({ workoutTypeId });
        }}
      />
      <Stack columns={2} gap={12}>
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
      </Stack>
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

interface LoadFieldProps {
  readonly workoutTypeId: number;
  readonly loadKg: number | null;
  readonly onChange: (loadKg: number | null) => void;
}

const loadKinds = [
  { id: 'recommended', label: 'おすすめ' },
  { id: 'fixed', label: '重量を指定' },
] as const;

function LoadField({ workoutTypeId, loadKg, onChange }: LoadFieldProps) {
  const { loads, forMember } = useEditorSetting();
  const range = findLoadRange(workoutTypeId);
  if (range === null) return null;
  const known = loads.find((load) => load.workoutTypeId === workoutTypeId);
  return (
    <Stack gap={8}>
      <ToggleChoice
        label="重量"
        choices={loadKinds}
        chosen={loadKg === null ? 'recommended' : 'fixed'}
        onChoose={(kind) => {
          // The known next load of the person who will do the menu is the most likely choice.
          onChange(
            kind === 'recommended' ? null : nearestSettable(known?.nextLoad ?? range.min, range),
          );
        }}
      />
      {loadKg === null ? (
        <Text size={12} quiet leading={20}>
          {forMember === null
            ? '使う人の「次回の重量」が入ります。'
            : `${addHonorific(forMember)}の次回の重量になります。`}
        </Text>
      ) : (
        <NumberStepper
          label="重量"
          unit="kg"
          value={loadKg}
          range={range}
          hint={describeLoadRange(workoutTypeId)}
          onChange={onChange}
        />
      )}
      {forMember === null || known === undefined ? null : <KnownLoad load={known} />}
    </Stack>
  );
}

/** Shows the member's known loads to a trainer who chooses for them. */
function KnownLoad({ load }: { readonly load: WorkoutLoad }) {
  return (
    <Text size={14} leading="loose">
      次回の重量 <strong>{formatKg(load.nextLoad)}kg</strong>・前回 {formatKg(load.lastLoad)}kg×
      {load.lastReps}回・最大重量 {formatKg(load.maxLoad)}kg
    </Text>
  );
}

interface TypeSelectProps {
  readonly value: number;
  readonly onChoose: (workoutTypeId: number) => void;
}

function TypeSelect({ value, onChoose }: TypeSelectProps) {
  const id = useId();
  const isKnown = workoutTypes.some((type) => type.id === value);
  const known = workoutTypes.map((type) => ({ id: type.id as number, label: type.name }));
  // A type that only a newer server knows comes first.
  const choices = isKnown ? known : [{ id: value, label: nameWorkoutType(value) }, ...known];
  return (
    <Stack gap={4} data-field>
      <Text htmlFor={id} as="label" size={14} weight={500}>
        種目
      </Text>
      <NativeSelect id={id} value={value} choices={choices} onChoose={onChoose} />
    </Stack>
  );
}
