import { IconChevronRight } from '@tabler/icons-react';
import type { WorkoutLoad } from '@tanren/contract/workout-loads';
import { isWorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatKg } from '#lib/number-format.ts';
import { explainNextLoad } from '#entities/workouts/next-load-text.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { Amount, LegendMark } from '#ui/charts/amount.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import classes from './load-card.module.css';

/** Last, best and next load of each type done. */
export function LoadCards({ loads }: { readonly loads: readonly WorkoutLoad[] }) {
  return (
    <ul className={classes.cards}>
      {loads.map((load) => (
        <li key={load.workoutTypeId}>
          <LoadCard load={load} />
        </li>
      ))}
    </ul>
  );
}

function LoadCard({ load }: { readonly load: WorkoutLoad }) {
  const { workoutTypeId } = load;
  // Only types that this build knows have a page.
  if (!isWorkoutTypeId(workoutTypeId)) return null;
  return (
    <Link to="/training-history/$workoutTypeId" params={{ workoutTypeId }} className={cardLink}>
      <span className={classes.name}>
        {nameWorkoutType(workoutTypeId)}
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.numbers}>
        <Labelled label={`前回（${load.lastReps}回）`}>
          <Amount value={formatKg(load.lastLoad)} unit="kg" />
        </Labelled>
        <Labelled
          label={
            <>
              <LegendMark color="cyan" />
              最大
            </>
          }
        >
          <Amount value={formatKg(load.maxLoad)} unit="kg" />
        </Labelled>
        <Labelled label="次回">
          <Amount value={formatKg(load.nextLoad)} unit="kg" />
        </Labelled>
      </span>
      {load.nextLoadReason === 'trainer' ? (
        <span className={classes.note}>{explainNextLoad(load)}</span>
      ) : null}
    </Link>
  );
}

function Labelled({
  label,
  children,
}: {
  readonly label: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <span className={classes.number}>
      <span className={classes.label}>{label}</span>
      {children}
    </span>
  );
}
