import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import type { RecordSet } from '@tanren/contract/workouts/workout-records';
import type { WorkoutSet } from '@tanren/contract/workouts/workouts';
import { useId } from 'react';
import { NumberStepper } from '#ui/forms/number-stepper.tsx';
import { PlainButton } from '#ui/buttons.tsx';
import type { StepRange } from '#ui/forms/step-range.ts';
import { Box, Note, Row, Stack, Text } from '#ui/layout.tsx';
import type { EditedSet } from './correction.ts';
import { describeSets, setFieldNames, setFieldWords } from './record-words.ts';
import classes from './workout-records.module.css';

interface CorrectedSetFieldsProps {
  readonly set: EditedSet;
  readonly ranges: Readonly<Record<keyof RecordSet, StepRange>>;
  /** Step in which a load can be typed. It may be finer than the step of the buttons. */
  readonly typedLoadStep?: number;
  /** The set as it is in the record now. */
  readonly now: WorkoutSet | undefined;
  /** Additional hint for both numbers. */
  readonly note?: string;
  readonly onChange: (set: EditedSet) => void;
}

function describeNow(set: WorkoutSet | undefined): string {
  if (set === undefined) return '';
  return `今の記録：${describeSets([{ loadKg: set.loadKg, repCount: set.reps.length }])}`;
}

/** Shows fields for load and reps of one set, which can also be removed as a whole. */
export function CorrectedSetFields(props: CorrectedSetFieldsProps) {
  const { set, ranges, typedLoadStep = ranges.loadKg.step, now, note = '', onChange } = props;
  const typedSteps = { loadKg: typedLoadStep, repCount: ranges.repCount.step };
  const hintId = useId();
  const name = `${set.position + 1}セット目`;
  return (
    <Box
      as="fieldset"
      card
      whiteErrors
      className={classes.set}
      data-removed={set.removed || undefined}
      aria-describedby={set.removed ? undefined : hintId}
    >
      {/* The visible name is beside its button. */}
      <legend className="visually-hidden">{name}</legend>
      <Row align="center" justify="between">
        <span aria-hidden className={classes.name}>
          {name}
        </span>
        <PlainButton
          aria-label={`${name}${set.removed ? 'を元に戻す' : 'を削除'}`}
          onClick={() => {
            onChange({ ...set, removed: !set.removed });
          }}
        >
          {set.removed ? (
            <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
          ) : (
            <IconTrash size={20} stroke={1.75} aria-hidden />
          )}
          {set.removed ? '元に戻す' : '削除'}
        </PlainButton>
      </Row>
      {set.removed ? (
        <Note>このセットは記録から除かれます。</Note>
      ) : (
        <Stack columns={2} gap={12} align="start" className={classes.numbers}>
          {setFieldNames.map((field) => (
            <NumberStepper
              key={field}
              label={setFieldWords[field].label}
              unit={setFieldWords[field].unit}
              value={set[field]}
              range={ranges[field]}
              typedStep={typedSteps[field]}
              onChange={(value) => {
                onChange({ ...set, [field]: value });
              }}
            />
          ))}
          {/* The hint describes both numbers, so it is below both. */}
          <Text id={hintId} across size={12} quiet leading={20} above={-8}>
            {describeNow(now)}
            {note}
          </Text>
        </Stack>
      )}
    </Box>
  );
}
