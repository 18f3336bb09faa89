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
import { PlainButton } from '#ui/buttons.tsx';
import { Box, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { describeSets, describeTarget, isOpen } from './run-progress.ts';
import classes from './menu-run.module.css';
import { type WatchedRun, useSkipSets } from './menu-run.queries.ts';

interface RunStepsProps {
  readonly followed: WatchedRun;
  /** Workout type of the linked machine. `null` between machines. */
  readonly linkedTypeId: number | null;
}

/** Lists every step of the menu in its order, with its progress. */
export function RunSteps({ followed, linkedTypeId }: RunStepsProps) {
  const { skip, restore, isPending } = useSkipSets(followed);
  const rows = followed.progress.items.map((item, position) => ({ ...item, position }));
  return (
    <Card heading="メニューの種目">
      <Box as="ol" divided>
        {rows.map((item) => (
          <Row
            key={item.position}
            as="li"
            gap={12}
            align="center"
            tall={56}
            quiet={!isOpen(item)}
            className={classes.row}
          >
            <Mark item={item} />
            <MachineDrawing workoutTypeId={item.workoutTypeId} size={48} />
            <Stack as="span" leading="snug" grow>
              <Text
                as="span"
                weight={item.workoutTypeId === linkedTypeId && isOpen(item) ? 700 : undefined}
              >
                {nameWorkoutType(item.workoutTypeId)}
              </Text>
              <Note as="span" className={classes.plan}>
                {item.sets === 0 ? null : `${describeSets(item)}・${describeTarget(item)}`}
              </Note>
              {(item.skippedSets ?? 0) === 0 ? null : (
                <Note as="span">{item.skippedSets}セットをスキップ</Note>
              )}
            </Stack>
            {item.sets === 0 ? null : (
              <Text as="span" weight={700} fixed>
                {item.doneSets}/{item.sets}
              </Text>
            )}
            {isOpen(item) ? (
              <PlainButton
                aria-label={`${nameWorkoutType(item.workoutTypeId)}の残りをスキップする`}
                aria-disabled={isPending}
                onClick={() => {
                  skip(item.position, item.sets - item.doneSets);
                }}
              >
                <IconPlayerSkipForward size={20} stroke={1.75} aria-hidden />
              </PlainButton>
            ) : (item.skippedSets ?? 0) === 0 ? null : (
              <PlainButton
                aria-label={`${nameWorkoutType(item.workoutTypeId)}のスキップを元に戻す`}
                aria-disabled={isPending}
                onClick={() => {
                  restore(item.position);
                }}
              >
                <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
              </PlainButton>
            )}
          </Row>
        ))}
      </Box>
    </Card>
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
