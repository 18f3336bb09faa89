import type { MenuItem } from '@tanren/contract/menus/menus';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import type { WorkoutType } from '@tanren/contract/workouts/workout-types';
import { isWorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { describePlan } from '#entities/menus/menu-words.ts';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { quoteTrainer } from '#entities/workouts/next-load-text.ts';
import {
  nameWorkoutType,
  workoutLoadsQuery,
  workoutTypesQuery,
} from '#entities/workouts/workouts.queries.ts';
import { formatKg } from '#lib/number-format.ts';
import { Amount } from '#ui/charts/amount.tsx';
import { Note, Stack, Text } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { linkOfCard } from '#ui/lists/cards.tsx';
import classes from './menu.module.css';

/** Lists the exercises in their order, each with the member's own loads. */
export function SessionItems({ items }: { readonly items: readonly MenuItem[] }) {
  const id = useId();
  const { data: loads } = useSuspenseQuery(workoutLoadsQuery);
  const { data: types } = useSuspenseQuery(workoutTypesQuery);
  return (
    <Stack as="section" gap={8} aria-labelledby={id}>
      <SectionHeading id={id}>種目</SectionHeading>
      <Stack as="ol" gap={8} className={classes.items}>
        {withKeys(items).map(({ key, item }) => (
          <Item
            key={key}
            item={item}
            load={loads.find(({ workoutTypeId }) => workoutTypeId === item.workoutTypeId)}
            firstLoad={types.find((type) => type.id === item.workoutTypeId)?.firstLoad}
          />
        ))}
      </Stack>
    </Stack>
  );
}

/** Adds keys to the items, which have no id and may occur twice. */
function withKeys(items: readonly MenuItem[]) {
  return items.map((item, index) => ({ key: `${index}-${item.workoutTypeId}`, item }));
}

interface ItemProps {
  readonly item: MenuItem;
  /** `undefined` when the member has never done this exercise. */
  readonly load: WorkoutLoad | undefined;
  /** `undefined` after the first workout, or when no trainer chose a load for the type. */
  readonly firstLoad: WorkoutType['firstLoad'];
}

/** Shows an exercise with a link to the member's history on that machine. */
function Item({ item, load, firstLoad }: ItemProps) {
  const { workoutTypeId } = item;
  return (
    <Stack as="li" gap={8} rowGap={0} align="center" card pressable className={classes.item}>
      <MachineDrawing workoutTypeId={workoutTypeId} size={56} />
      <Text as="h3" size={16} leading="snug" className={classes.name}>
        {isWorkoutTypeId(workoutTypeId) ? (
          <Link
            to="/training-history/$workoutTypeId"
            params={{ workoutTypeId }}
            className={linkOfCard}
          >
            {nameWorkoutType(workoutTypeId)}
          </Link>
        ) : (
          nameWorkoutType(workoutTypeId)
        )}
      </Text>
      <Text size={14} leading="snug" className={classes.plan}>
        {describePlan(item)}
      </Text>
      <OwnLoads item={item} load={load} firstLoad={firstLoad} />
      <TargetLoad item={item} load={load} firstLoad={firstLoad} />
    </Stack>
  );
}

function TargetLoad({ item: { loadKg }, load, firstLoad }: ItemProps) {
  const target = loadKg ?? load?.nextLoad ?? firstLoad?.loadKg;
  if (target === undefined) return null;
  return (
    <p className={classes.target}>
      <Amount value={formatKg(target)} unit="kg" size={28} />
    </p>
  );
}

/**
 * Shows the member's last load, or the trainer's note before the first workout. A fixed load also
 * shows the member's next load, to judge whether it is too heavy.
 */
function OwnLoads({ item: { loadKg }, load, firstLoad }: ItemProps) {
  if (load) {
    const next = loadKg === null ? '' : `・次回の重量 ${formatKg(load.nextLoad)}kg`;
    return (
      <Note leading="snug" className={classes.itemNote}>
        前回 {formatKg(load.lastLoad)}kg×{load.lastReps}回{next}
      </Note>
    );
  }
  if (firstLoad && loadKg === null) {
    return (
      <Note leading="snug" className={classes.itemNote}>
        {quoteTrainer(firstLoad.note)}
      </Note>
    );
  }
  return (
    <Note leading="snug" className={classes.itemNote}>
      {loadKg === null
        ? 'この種目の記録はまだありません。軽い重量から始めましょう。'
        : 'この種目の記録はまだありません。'}
    </Note>
  );
}
