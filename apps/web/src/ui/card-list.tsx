import type { ReactNode } from 'react';
import classes from './card-list.module.css';

interface CardListProps {
  /** Two beside each other, of one height, from a tablet on. */
  readonly paired?: boolean;
  /** List items. */
  readonly children: ReactNode;
}

export function CardList({ paired = false, children }: CardListProps) {
  return (
    <ul className={classes.cards} data-paired={paired || undefined}>
      {children}
    </ul>
  );
}
