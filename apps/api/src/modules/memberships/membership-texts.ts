import type { ProblemField } from '@tanren/contract/problem';
import { isGymDay } from '@tanren/domain/gyms/gym-time';
import { membershipLimits } from '@tanren/domain/memberships/membership-requests';
import { findNameKanaError, normalizeNameKana } from '@tanren/domain/memberships/name-kana';
import {
  findStaffTextError,
  normalizeStaffLine,
  normalizeStaffText,
} from '@tanren/domain/staff/staff-texts';
import { AppError } from '#http/app-error.ts';

/** Normalizes a name to one line with single spaces, because it is searched by its beginning. */
export function normalizeName(typed: string): string {
  return normalizeStaffLine(typed).replaceAll(/\s+/g, ' ');
}

export function readName(typed: string): string {
  reject('/name', findStaffTextError(typed, { max: membershipLimits.name, required: true }));
  return normalizeName(typed);
}

/** Reads a フリガナ, which is `null` when it is empty. */
export function readNameKana(typed = ''): string | null {
  reject('/nameKana', findNameKanaError(typed));
  const kana = normalizeNameKana(typed);
  return kana === '' ? null : kana;
}

export function readNote(typed = ''): string {
  reject('/note', findStaffTextError(typed, { max: membershipLimits.note, required: false }));
  return normalizeStaffText(typed);
}

/** Reads a day between two days, both included. */
export function readDay(
  field: string,
  day: string | undefined,
  { from, until }: { readonly from: string; readonly until: string },
  where: ProblemField['in'] = 'body',
): string {
  if (day === undefined) throw rejectField(`/${field}`, 'is missing', where);
  if (isGymDay(day) && from <= day && day <= until) return day;
  throw rejectField(`/${field}`, `is not a day from ${from} to ${until}`, where);
}

/** Rejects fields that belong to another kind of change. */
export function rejectUnknownFields(fields: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined) throw rejectField(`/${field}`, 'has no meaning here');
  }
}

function reject(path: string, error: string | null): void {
  if (error !== null) throw rejectField(path, error);
}

export function rejectField(
  path: string,
  message: string,
  where: ProblemField['in'] = 'body',
): AppError {
  const field: ProblemField = { path, in: where, message };
  return new AppError('invalid_request', { fields: [field] });
}
