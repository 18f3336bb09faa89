import { Outlet, useMatches } from '@tanstack/react-router';
import { keepsFrame } from '#features/errors/page-frame.ts';
import { StaffFrame } from '#features/staff/staff-frame.tsx';

export function StaffPages() {
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
