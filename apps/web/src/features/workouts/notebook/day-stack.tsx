import { countPlates } from '@tanren/domain/workouts/visit-months';
import classes from './day-stack.module.css';

interface DayStackProps {
  readonly sets: number;
  /** Whether the day has a new best load. The top plate is then red and has the pin. */
  readonly capped: boolean;
}

/**
 * Draws a day as a small weight stack, as high as its sets. Screen readers get nothing, because the
 * text beside it says the same.
 */
export function DayStack({ sets, capped }: DayStackProps) {
  return (
    <span className={classes.stack} data-capped={capped || undefined} aria-hidden>
      {Array.from({ length: countPlates(sets) }, (_, plate) => (
        <span key={plate} />
      ))}
    </span>
  );
}
