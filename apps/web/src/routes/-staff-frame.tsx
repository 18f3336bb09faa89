import { Outlet, useMatches } from '@tanstack/react-router';
import { StaffFrame } from '#features/staff/staff-frame.tsx';

export function StaffPages() {
  // The error view is a whole page of its own, with its own bar.
  const failed = useMatches({
    select: (matches) =>
      matches.some(
        ({ status, _notFound }) => status === 'error' || status === 'notFound' || _notFound,
      ),
  });
  if (failed) return <Outlet />;
  return (
    <StaffFrame>
      <Outlet />
    </StaffFrame>
  );
}
