import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { chip, Chips } from '#ui/chips.tsx';
import { staffPlaces } from './staff-places.ts';
import classes from './staff.module.css';

/** Around every page of staff: the ways between them, and the width of a tablet. */
export function StaffFrame({ children }: { readonly children: ReactNode }) {
  const chosen = useLocation({
    select: ({ pathname }) =>
      staffPlaces.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`))?.to ??
      '/staff',
  });
  return (
    <div className={classes.frame} data-wide>
      <Chips label="スタッフメニュー" chosen={chosen}>
        {staffPlaces.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className={chip}
            activeOptions={{ exact: to === '/staff' }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {label}
          </Link>
        ))}
      </Chips>
      {children}
    </div>
  );
}
