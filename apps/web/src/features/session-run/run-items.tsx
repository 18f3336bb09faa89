import { IconCircle, IconCircleCheckFilled, IconCircleDashedCheck } from '@tabler/icons-react';
import type { RunItem } from '@tanren/contract/training-session-runs';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { isOpen } from './run-progress.ts';
import { describeSets, describeTarget } from './run-words.ts';
import classes from './run-items.module.css';

interface RunItemsProps {
  readonly items: readonly RunItem[];
  /** What the member sits at. */
  readonly linkedTypeId: number | null;
}

/** Every step in its order, with what is done of it. */
export function RunItems({ items, linkedTypeId }: RunItemsProps) {
  const rows = items.map((item, index) => ({ ...item, position: index + 1 }));
  return (
    <ol className={classes.list}>
      {rows.map((item) => (
        <li
          key={item.position}
          className={classes.row}
          data-done={!isOpen(item)}
          data-here={item.workoutTypeId === linkedTypeId && isOpen(item)}
        >
          <Mark item={item} />
          <span className={classes.words}>
            <span className={classes.name}>{nameWorkoutType(item.workoutTypeId)}</span>
            <span className={classes.note}>
              {describeSets(item)}・{describeTarget(item)}
            </span>
          </span>
          <span className={classes.count}>
            {item.doneSets}/{item.sets}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The count beside it says the same in words. */
function Mark({ item }: { readonly item: RunItem }) {
  if (!isOpen(item)) return <IconCircleCheckFilled size={24} aria-hidden />;
  const MarkIcon = item.doneSets > 0 ? IconCircleDashedCheck : IconCircle;
  return <MarkIcon size={24} stroke={1.75} aria-hidden />;
}
