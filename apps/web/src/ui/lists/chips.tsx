import { type ReactNode, useEffect, useRef } from 'react';
import { Row } from '#ui/layout.tsx';
import classes from './chips.module.css';

interface ChipsProps {
  readonly label: string;
  /** Key of the chosen one. When it changes, the chosen chip is scrolled into view. */
  readonly chosen: string;
  /** Links with the class `chip`. The chosen one has aria-current, as the router sets it. */
  readonly children: ReactNode;
}

/** Shows the filters of a list in one row that scrolls on a phone. */
export function Chips({ label, chosen, children }: ChipsProps) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    // `scrollIntoView` would move the page as well.
    if (current) row.current?.scrollTo({ left: current.offsetLeft - 80 });
  }, [chosen]);
  return (
    <Row as="nav" gap={8} className={classes.chips} aria-label={label} ref={row}>
      {children}
    </Row>
  );
}

/** Class for filters and for choices of which there may be many. */
export const chip = classes.chip;

interface SegmentsProps {
  readonly label: string;
  /** Links with the class `segment`. The chosen one has aria-current. */
  readonly children: ReactNode;
}

/** Shows a few views of the same content side by side. */
export function Segments({ label, children }: SegmentsProps) {
  return (
    <nav className={classes.segments} aria-label={label}>
      {children}
    </nav>
  );
}

/** Class for two to four choices that change the content below them. */
export const segment = classes.segment;
export const segments = classes.segments;
