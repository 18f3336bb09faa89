import {
  IconArrowBackUp,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDashedCheck,
  IconCircleMinus,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import type { RunItem } from '@tanren/contract/menus/menu-runs';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { notifyDone } from '#lib/notifier.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { Box, look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { describeSets, describeTarget, isOpen, findMachine } from './run-progress.ts';
import classes from './menu-run.module.css';
import { useReplaceType, type WatchedRun, useSkipSets } from './menu-run.queries.ts';
import { MachineState } from './next-machine.tsx';
import type { OrderedRun } from './next-machines.queries.ts';

interface RunStepsProps {
  readonly followed: OrderedRun;
  /** Workout type of the linked machine. `null` between machines. */
  readonly linkedTypeId: number | null;
}

/** Lists every step of the menu: the finished ones, then the open ones in their order. */
export function RunSteps({ followed, linkedTypeId }: RunStepsProps) {
  const { items, order } = followed.progress;
  const positions = [
    ...items.flatMap((item, position) => (isOpen(item) ? [] : [position])),
    ...order,
  ];
  return (
    <Card heading="メニューの種目">
      {order.length < 2 ? null : <Note>種目をタップすると、先に行えます。</Note>}
      <Box as="ol" divided>
        {positions.map((position) => (
          <Step
            key={position}
            followed={followed}
            position={position}
            isLinked={items[position]?.workoutTypeId === linkedTypeId}
          />
        ))}
      </Box>
    </Card>
  );
}

interface StepProps {
  readonly followed: OrderedRun;
  readonly position: number;
  readonly isLinked: boolean;
}

function Step({ followed, position, isLinked }: StepProps) {
  const { progress, machines } = followed;
  const item = progress.items[position];
  if (item === undefined) return null;
  const { workoutTypeId, plannedTypeId } = item;
  const machine = isOpen(item) && !isLinked ? findMachine(machines, position) : null;
  const isReplaced = plannedTypeId !== undefined && plannedTypeId !== workoutTypeId;
  return (
    <Row
      as="li"
      gap={12}
      align="center"
      tall={56}
      quiet={!isOpen(item)}
      className={classes.row}
      aria-current={position === progress.order[0] ? 'step' : undefined}
    >
      <Mark item={item} />
      <MachineDrawing workoutTypeId={workoutTypeId} size={48} />
      <Stack as="span" leading="snug" grow>
        <StepName followed={followed} position={position} isLinked={isLinked} />
        {item.sets === 0 ? null : (
          <Row as="span" gap={8} rowGap={0} wrap size={14} quiet>
            <span>{describeSets(item)}</span>
            <span>{describeTarget(item)}</span>
          </Row>
        )}
        {machine === null ? null : (
          <Note as="span">
            <MachineState item={machine} />
          </Note>
        )}
        {isReplaced ? <RestoreType followed={followed} position={position} /> : null}
        {(item.skippedSets ?? 0) === 0 ? null : (
          <Note as="span">{item.skippedSets}セットをスキップ</Note>
        )}
      </Stack>
      {item.sets === 0 ? null : (
        <Text as="span" weight={700} fixed>
          {item.doneSets}/{item.sets}
        </Text>
      )}
      <SkipButton followed={followed} position={position} />
    </Row>
  );
}

/** Shows the name of a step. The whole row of an open one is a button that puts it first. */
function StepName({ followed: { progress, chosen, choose }, position, isLinked }: StepProps) {
  const item = progress.items[position];
  if (item === undefined) return null;
  const name = nameWorkoutType(item.workoutTypeId);
  const isNext = position === progress.order[0];
  if (!isOpen(item) || isLinked || isNext) {
    return (
      <Text as="span" weight={isOpen(item) ? 700 : undefined}>
        {name}
      </Text>
    );
  }
  return (
    <button
      type="button"
      aria-label={`${name}を先に行う`}
      className={`${look('cover')} ${classes.first}`}
      onClick={() => {
        choose(position);
        notifyDone('順番を変えました', `${name}を先に行います。`, {
          label: '元に戻す',
          run: () => {
            choose(chosen);
          },
        });
      }}
    >
      {name}
    </button>
  );
}

/** Offers to return to the type of the menu, as long as no set of the other one is done. */
function RestoreType({ followed, position }: Pick<StepProps, 'followed' | 'position'>) {
  const { restore, isPending } = useReplaceType(followed);
  const { plannedTypeId, doneSets = 0 } = followed.progress.items[position] ?? {};
  if (plannedTypeId === undefined) return null;
  const planned = nameWorkoutType(plannedTypeId);
  if (doneSets > 0) return <Note as="span">{planned}から変更</Note>;
  return (
    <PlainButton
      aria-disabled={isPending}
      onClick={() => {
        restore(position);
      }}
    >
      <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
      {planned}に戻す
    </PlainButton>
  );
}

/** Offers to skip the rest of a step, or to restore it. */
function SkipButton({ followed, position }: Pick<StepProps, 'followed' | 'position'>) {
  const { skip, restore, isPending } = useSkipSets(followed);
  const item = followed.progress.items[position];
  if (item === undefined) return null;
  const name = nameWorkoutType(item.workoutTypeId);
  const { skippedSets = 0 } = item;
  if (isOpen(item)) {
    return (
      <PlainButton
        aria-label={`${name}の残りをスキップする`}
        aria-disabled={isPending}
        onClick={() => {
          skip(position, item.sets - item.doneSets);
        }}
      >
        <IconPlayerSkipForward size={20} stroke={1.75} aria-hidden />
      </PlainButton>
    );
  }
  return skippedSets === 0 ? null : (
    <PlainButton
      aria-label={`${name}のスキップを元に戻す`}
      aria-disabled={isPending}
      onClick={() => {
        restore(position);
      }}
    >
      <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
    </PlainButton>
  );
}

/** Shows the progress of an item as an icon. The count next to it says the same in words. */
function Mark({ item }: { readonly item: RunItem }) {
  if (item.sets === 0) return <IconCircleMinus size={24} stroke={1.75} aria-hidden />;
  if (!isOpen(item)) return <IconCircleCheckFilled size={24} aria-hidden />;
  const MarkIcon = item.doneSets > 0 ? IconCircleDashedCheck : IconCircle;
  return <MarkIcon size={24} stroke={1.75} aria-hidden />;
}

interface SkipSetProps {
  readonly followed: WatchedRun;
  readonly linkedTypeId: number;
}

/** Offers, between two sets, to skip the next set on the linked machine. */
export function SkipSet({ followed, linkedTypeId }: SkipSetProps) {
  const { skip, isPending } = useSkipSets(followed);
  const position = followed.progress.items.findIndex(
    (item) => item.workoutTypeId === linkedTypeId && isOpen(item),
  );
  if (position === -1) return null;
  return (
    <Stack justify="center">
      <PlainButton
        aria-disabled={isPending}
        onClick={() => {
          skip(position, 1);
        }}
      >
        <IconPlayerSkipForward size={20} stroke={1.75} aria-hidden />
        このセットをスキップする
      </PlainButton>
    </Stack>
  );
}
