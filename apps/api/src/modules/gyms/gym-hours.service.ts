import type { ProblemField } from '@tanren/contract/problem';
import type { StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { toGymDay, isGymDay, addDays } from '@tanren/domain/gyms/gym-time';
import {
  type DayHours,
  findSpecialDay,
  type GymHours,
  type SpecialDay,
  findClashAround,
  findHoursError,
  listSpecialDayClashes,
  listWeeklyClashes,
} from '@tanren/domain/gyms/gym-hours';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { listChanges } from '#modules/staff/audit-log.service.ts';
import {
  cancelReasons,
  describeSpecialDay,
  describeWeek,
  readNote,
  withNote,
} from './gym-texts.ts';
import { changeGymRules, type GymRequest, type StaffGymParts } from './staff-gyms.service.ts';
import { deleteSpecialDay, replaceSpecialDay, replaceWeek } from './staff-gyms.store.ts';

const errorTexts = {
  opensMinute: 'must be before midnight',
  closesMinute: 'must be after the opening',
} as const;

/** Throws if the hours of a day are invalid by themselves. */
function validateHours(days: readonly (readonly [path: string, DayHours | null])[]): void {
  reject(
    days.flatMap(([path, hours]) => {
      const edge = hours === null ? null : findHoursError(hours);
      return edge === null ? [] : [fieldError(`${path}/${edge}`, errorTexts[edge])];
    }),
  );
}

/** Throws if the days of a week overlap each other or the coming special days. */
function validateWeekClashes(hours: GymHours): void {
  const within = listWeeklyClashes(hours.weekly).map((weekday) =>
    fieldError(`/weekly/${weekday}/closesMinute`, 'reaches into the opening of the next day'),
  );
  const beside = listSpecialDayClashes(hours).map(({ weekday, edge }) =>
    fieldError(`/weekly/${weekday}/${edge}`, 'clashes with a special day'),
  );
  reject([...within, ...beside]);
}

/** Throws if a day overlaps one of its neighbours. */
function validateDayClash(hours: GymHours, date: string, sentIn: 'body' | 'params'): void {
  const edge = findClashAround(hours, date);
  if (edge === null) return;
  if (sentIn === 'body') reject([fieldError(`/hours/${edge}`, 'clashes with the day beside it')]);
  reject([{ path: '/date', in: 'params', message: 'would clash with the day beside it' }]);
}

function rejectDate(): never {
  const message = 'is no day whose hours can still, or already, be set';
  throw new AppError('invalid_request', { fields: [{ path: '/date', in: 'params', message }] });
}

function fieldError(path: string, message: string): ProblemField {
  return { path, in: 'body', message };
}

function reject(fields: readonly ProblemField[]): void {
  if (fields.length > 0) throw new AppError('invalid_request', { fields });
}

type Weekly = readonly (DayHours | null)[];

export async function setWeek(
  db: Queryable,
  parts: StaffGymParts,
  request: GymRequest,
  weekly: Weekly,
  now: Date,
): Promise<StaffGym> {
  validateHours(weekly.map((day, at) => [`/weekly/${at}`, day]));
  return await changeGymRules(
    db,
    parts,
    request,
    ({ gym, hours: before }) => {
      const hours = { ...before, weekly };
      return {
        action: 'gym.hours',
        after: { gym, hours },
        changes: listChanges(describeWeek(before.weekly), describeWeek(weekly)),
        cancelReason: cancelReasons.weekly,
        check: () => {
          validateWeekClashes(hours);
        },
        write: async (tx) => await replaceWeek(tx, gym.id, weekly),
      };
    },
    now,
  );
}

export async function setSpecialDay(
  db: Queryable,
  parts: StaffGymParts,
  request: GymRequest,
  sent: SpecialDay,
  now: Date,
): Promise<StaffGym> {
  requireSettableDay(sent.date, now);
  validateHours([['/hours', sent.hours]]);
  const day = { ...sent, note: readNote(sent.note) };
  const reason = day.hours === null ? cancelReasons.specialClosed : cancelReasons.specialHours;
  return await changeGymRules(
    db,
    parts,
    request,
    ({ gym, hours: before }) => {
      const hours = replaceDay(before, day.date, [day]);
      const known = findSpecialDay(before, day.date);
      const changes = listChanges(describeSpecialDay(known), describeSpecialDay(day));
      return {
        action: 'gym.special-day',
        after: { gym, hours },
        changes,
        about: day.date,
        cancelReason: withNote(reason, day.note),
        check: () => {
          validateDayClash(hours, day.date, 'body');
        },
        write: async (tx) => await replaceSpecialDay(tx, gym.id, day),
      };
    },
    now,
  );
}

export async function removeSpecialDay(
  db: Queryable,
  parts: StaffGymParts,
  request: GymRequest,
  date: string,
  now: Date,
): Promise<StaffGym> {
  requireSettableDay(date, now);
  return await changeGymRules(
    db,
    parts,
    request,
    ({ gym, hours: before }) => {
      const known = findSpecialDay(before, date);
      const hours = replaceDay(before, date, []);
      return {
        action: 'gym.special-day.delete',
        after: { gym, hours },
        changes: listChanges(describeSpecialDay(known), describeSpecialDay(null)),
        about: date,
        cancelReason: cancelReasons.weekly,
        check: () => {
          validateDayClash(hours, date, 'params');
        },
        write: async (tx) => await deleteSpecialDay(tx, gym.id, date),
      };
    },
    now,
  );
}

function replaceDay(hours: GymHours, date: string, days: readonly SpecialDay[]): GymHours {
  const others = hours.specialDays.filter((day) => day.date !== date);
  return { ...hours, specialDays: [...others, ...days] };
}

/**
 * Throws unless staff may set the day. Past days cannot change, and a day more than about a year
 * ahead is a typing error.
 */
function requireSettableDay(date: string, now: Date): void {
  const today = toGymDay(now);
  const lastDay = addDays(today, staffLimits.specialDaysAhead);
  if (!isGymDay(date) || date < today || date > lastDay) rejectDate();
}
