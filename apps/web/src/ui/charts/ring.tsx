import type { ReactNode } from 'react';
import classes from './ring.module.css';

const radius = 93;

interface RingProps {
  /** From 0 to 1. */
  readonly fill: number;
  readonly tone: 'red' | 'white';
  /** In the middle of it. */
  readonly children: ReactNode;
}

/** A part of a whole around the one number that says how much, readable from afar. */
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
      <div className={classes.middle}>{children}</div>
    </div>
  );
}

interface BarProps {
  /** From 0 to 1. */
  readonly fill: number;
  /** It follows a clock, so that it moves all the time. */
  readonly steady?: boolean;
}

/** The same as a bar, beside the words that say how much. */
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

/** What of the circle is drawn, and its whole length: never more than once around. */
export function ringDash(fill: number, ringRadius: number): string {
  const whole = 2 * Math.PI * ringRadius;
  return `${(Math.min(1, Math.max(0, fill)) * whole).toFixed(1)} ${whole.toFixed(1)}`;
}
