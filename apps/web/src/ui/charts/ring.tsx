import type { ReactNode } from 'react';
import { Stack } from '#ui/layout.tsx';
import classes from './ring.module.css';

const radius = 93;

interface RingProps {
  /** Filled share of the ring, from 0 to 1. */
  readonly fill: number;
  readonly tone: 'red' | 'white';
  /** Content in the middle of the ring. */
  readonly children: ReactNode;
}

/** Shows a share as a ring around its number, readable from a distance. */
export function Ring({ fill, tone, children }: RingProps) {
  return (
    <div className={classes.ring} data-tone={tone}>
      <svg className={classes.drawing} viewBox="0 0 200 200" aria-hidden focusable="false">
        <circle className={classes.track} cx={100} cy={100} r={radius} />
        {fill > 0 ? (
          <circle
            className={classes.part}
            cx={100}
            cy={100}
            r={radius}
            strokeDasharray={ringDash(fill, radius)}
          />
        ) : null}
      </svg>
      <Stack justify="center" centered className={classes.middle}>
        {children}
      </Stack>
    </div>
  );
}

interface BarProps {
  /** Filled share of the bar, from 0 to 1. */
  readonly fill: number;
  /** Whether it follows a clock and therefore moves continuously. */
  readonly steady?: boolean;
}

/** Shows a share as a bar, beside the text that gives the number. */
export function Bar({ fill, steady = false }: BarProps) {
  return (
    <span className={classes.bar} aria-hidden>
      <span
        className={classes.barPart}
        data-steady={steady || undefined}
        style={{ transform: `scaleX(${Math.min(1, Math.max(0, fill))})` }}
      />
    </span>
  );
}

/**
 * Returns the dash pattern of a ring: the drawn length and the whole length. The drawn part is at
 * most one full circle.
 */
export function ringDash(fill: number, ringRadius: number): string {
  const whole = 2 * Math.PI * ringRadius;
  return `${(Math.min(1, Math.max(0, fill)) * whole).toFixed(1)} ${whole.toFixed(1)}`;
}
