import type { ReactNode } from 'react';
import classes from './badge.module.css';

interface BadgeProps {
  /** `green` is for the one item of a list that is in use or here. */
  readonly tone?: 'white' | 'quiet' | 'green';
  readonly children: ReactNode;
}

/** Marks an item of a list by a word in a frame. */
export function Badge({ tone = 'white', children }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
