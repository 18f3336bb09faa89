import { Outlet } from '@tanstack/react-router';
import { StaffFrame } from '#features/staff/staff-frame.tsx';

export function StaffPages() {
  return (
    <StaffFrame>
      <Outlet />
    </StaffFrame>
  );
}
