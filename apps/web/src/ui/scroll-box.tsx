import type { ReactNode } from 'react';
import classes from './scroll-box.module.css';

interface ScrollBoxProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A long text in a short place. In the order of the tab key, so that a keyboard can scroll it. */
export function ScrollBox({ label, children }: ScrollBoxProps) {
  return (
    <section className={classes.box} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
