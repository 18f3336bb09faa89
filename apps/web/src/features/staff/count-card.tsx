import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cardLink } from '#ui/card.tsx';
import { Amount } from '#ui/amount.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { staffPlaces } from './staff-places.ts';
import classes from './staff.module.css';

interface CountCardProps {
  readonly to: (typeof staffPlaces)[number]['to'];
  readonly label: string;
  /** undefined: not known yet; null: could not be asked. */
  readonly value: string | null | undefined;
  readonly unit: string;
  /** Somebody should look at it. */
  readonly urgent: boolean;
  readonly children: ReactNode;
}

/** How much there is of something, and the way to it. */
export function CountCard({ to, label, value, unit, urgent, children }: CountCardProps) {
  return (
    <Link to={to} className={cardLink} data-urgent={urgent || undefined}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>
        {value === undefined ? (
          <Skeleton height={40} />
        ) : value === null ? (
          <span className={classes.unknown}>読み込めませんでした</span>
        ) : (
          <Amount value={value} unit={unit} size={28} />
        )}
      </span>
      <span className={classes.countCardText}>
        {urgent ? <span className={classes.mark}>要確認</span> : null}
        {children}
      </span>
    </Link>
  );
}
