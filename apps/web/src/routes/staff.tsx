import { createFileRoute, Link, Outlet, useLocation, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keepsFrame } from '#shell/error-screens.tsx';
import { staffSections } from '#features/staff/staff-sections.ts';
import classes from '#features/staff/staff.module.css';
import { chip, Chips } from '#ui/lists/chips.tsx';

export const Route = createFileRoute('/staff')({
  // Each page below declares its own; this one is never a page by itself.
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '店舗管理',
    parent: null,
    group: 'staff',
  },
  component: StaffLayout,
});

function StaffLayout() {
  // What takes the whole page has a bar of its own.
  const failed = useMatches({
    select: (matches) =>
      matches.some(
        ({ status, error, _notFound }) =>
          (status === 'error' && !keepsFrame(error)) || status === 'notFound' || _notFound,
      ),
  });
  if (failed) return <Outlet />;
  return (
    <StaffFrame>
      <Outlet />
    </StaffFrame>
  );
}

/** Around every page of staff: the ways between them, and the width of a tablet. */
function StaffFrame({ children }: { readonly children: ReactNode }) {
  const chosen = useLocation({
    select: ({ pathname }) =>
      staffSections.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`))?.to ??
      '/staff',
  });
  return (
    <div className={classes.frame} data-wide>
      <Chips label="スタッフメニュー" chosen={chosen}>
        {staffSections.map(({ to, label }) => (
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
