import type { ReactNode } from 'react';
import classes from './segments.module.css';

interface SegmentsProps {
  readonly label: string;
  /** Links with the class `segment`; the chosen one carries aria-current. */
  readonly children: ReactNode;
}

/** A few views of the same thing, side by side. */
export function Segments({ label, children }: SegmentsProps) {
  return (
    <nav className={classes.segments} aria-label={label}>
      {children}
    </nav>
  );
}

export const segment = classes.segment;
