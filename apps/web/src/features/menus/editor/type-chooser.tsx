import { IconPlus } from '@tabler/icons-react';
import type { MuscleId } from '@tanren/domain/workouts/muscles';
import { menuLimits } from '@tanren/domain/menus/menus';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { look, Note, Stack, Text } from '#ui/layout.tsx';
import classes from './items-section.module.css';

const choice = look('row', 'align-center', 'gap-12', 'tall-56', 'size-14', 'pressable');

interface TypeChooserProps {
  readonly full: boolean;
  /** Whether no exercise has been chosen yet. The chooser then starts open. */
  readonly empty: boolean;
  /** Id of the element with the error of the list. */
  readonly describedBy: string | undefined;
  readonly onChoose: (workoutTypeId: number) => void;
}

/** Adds one exercise per tap. The chooser stays open, because few menus have only one exercise. */
export function TypeChooser({ full, empty, describedBy, onChoose }: TypeChooserProps) {
  const id = useId();
  const [open, setOpen] = useState(empty);
  const panel = useRef<HTMLDivElement>(null);

  /**
   * Adds the exercise and scrolls by the height of the new row, so that the content under the
   * finger does not move.
   */
  function chooseInPlace(workoutTypeId: number): void {
    const before = panel.current?.getBoundingClientRect().top ?? 0;
    flushSync(() => {
      onChoose(workoutTypeId);
    });
    const after = panel.current?.getBoundingClientRect().top ?? before;
    window.scrollBy({ top: after - before, behavior: 'instant' });
  }

  if (full) {
    return <Note>追加できるのは{menuLimits.items}種目までです。</Note>;
  }
  return (
    <Stack gap={12}>
      {empty ? null : (
        <PrimaryButton
          variant="default"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? null : (
            <IconPlus size={20} stroke={1.75} aria-hidden className={look('beside-4')} />
          )}
          {open ? '種目の一覧を閉じる' : '種目を追加する'}
        </PrimaryButton>
      )}
      {open || empty ? (
        <Stack
          id={id}
          ref={panel}
          gap={12}
          card
          className={classes.parts}
          tabIndex={-1}
          data-fault={describedBy === undefined ? undefined : ''}
        >
          {typesByPart.map(({ part, types }) => (
            <fieldset key={part} className={classes.part} aria-describedby={describedBy}>
              <Text as="legend" size={12} quiet leading={20} className={classes.partName}>
                {part}
              </Text>
              {types.map((type) => (
                <button
                  key={type.id}
                  type="button"
                  className={`${choice} ${classes.type}`}
                  aria-label={`${type.name}を追加`}
                  onClick={() => {
                    chooseInPlace(type.id);
                  }}
                >
                  <MachineDrawing workoutTypeId={type.id} size={48} />
                  <Text as="span" grow>
                    {type.name}
                  </Text>
                  <IconPlus size={20} stroke={1.75} aria-hidden />
                </button>
              ))}
            </fieldset>
          ))}
        </Stack>
      ) : null}
    </Stack>
  );
}

const partOf = {
  pectorals: '胸',
  deltoids: '肩',
  lats: '背中',
  trapezius: '背中',
  'spinal-erectors': '背中',
  biceps: '腕',
  triceps: '腕',
  abdominals: 'お腹',
  obliques: 'お腹',
  'gluteus-maximus': '脚・お尻',
  'gluteus-medius': '脚・お尻',
  quadriceps: '脚・お尻',
  hamstrings: '脚・お尻',
  adductors: '脚・お尻',
  calves: '脚・お尻',
} as const satisfies Record<MuscleId, string>;

type Part = (typeof partOf)[MuscleId];

const parts: readonly Part[] = ['胸', '背中', '肩', '腕', 'お腹', '脚・お尻'];

/** Exercises grouped by body part, which is how members look for them. */
export const typesByPart = parts.map((part) => ({
  part,
  types: workoutTypes.filter(({ muscles }) => partOf[muscles[0].muscle] === part),
}));
