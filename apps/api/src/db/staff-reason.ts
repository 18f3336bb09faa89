import { staffLimits } from '@tanren/domain/staff-limits';
import { findStaffTextFault, normalizeStaffText } from '@tanren/domain/staff-texts';
import { AppError } from '#app-error.ts';

/** Why staff do something, as it is kept; the member it concerns reads it. */
export function readStaffReason(typed: string, required = true): string {
  const fault = findStaffTextFault(typed, { most: staffLimits.reason, required });
  if (fault === null) return normalizeStaffText(typed);
  throw new AppError('invalid_request', {
    fields: [{ path: '/reason', in: 'body', message: fault }],
  });
}
