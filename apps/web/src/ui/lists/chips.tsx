import { type ReactNode, useEffect, useRef } from 'react';
import classes from './chips.module.css';

interface ChipsProps {
  readonly label: string;
  /** Changes with the chosen one, which is then brought into sight. */
  readonly chosen: string;
  /** Links with the class `chip`; the chosen one carries aria-current, as the router does it. */
  readonly children: ReactNode;
}

/** What a list is narrowed to, in one row that scrolls on a phone. */
export function Chips({ label, chosen, children }: ChipsProps) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    // Not scrollIntoView, which would move the page as well.
    if (current) row.current?.scrollTo({ left: current.offsetLeft - 80 });
  }, [chosen]);
  return (
    <nav className={classes.chips} aria-label={label} ref={row}>
      {children}
    </nav>
  );
}

/** One of the two looks of what is chosen: filters, and choices of which there may be many. */
export const chip = classes.chip;

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

/** The other look of what is chosen: two to four choices that change what is shown below them. */
export const segment = classes.segment;
export const segments = classes.segments;
