import type { ProblemField } from '@tanren/contract/problem';
import type { DayHours, GymHours } from '@tanren/domain/gym-hours';
import {
  findClashAround,
  findHoursFault,
  listSpecialDayClashes,
  listWeeklyClashes,
} from '@tanren/domain/gym-hours-clash';
import { AppError } from '#app-error.ts';

const faultWords = {
  opensMinute: 'must be before midnight',
  closesMinute: 'must be after the opening',
} as const;

/** Of each day by itself. */
export function refuseFaults(days: readonly (readonly [path: string, DayHours | null])[]): void {
  refuse(
    days.flatMap(([path, hours]) => {
      const edge = hours === null ? null : findHoursFault(hours);
      return edge === null ? [] : [mistake(`${path}/${edge}`, faultWords[edge])];
    }),
  );
}

/** Of a week by itself, and with the special days to come. */
export function refuseClashOfWeek(hours: GymHours): void {
  const within = listWeeklyClashes(hours.weekly).map((weekday) =>
    mistake(`/weekly/${weekday}/closesMinute`, 'reaches into the opening of the next day'),
  );
  const beside = listSpecialDayClashes(hours).map(({ weekday, edge }) =>
    mistake(`/weekly/${weekday}/${edge}`, 'clashes with a special day'),
  );
  refuse([...within, ...beside]);
}

/** Of one day with both of its neighbours. */
export function refuseClashOf(hours: GymHours, date: string, sentIn: 'body' | 'params'): void {
  const edge = findClashAround(hours, date);
  if (edge === null) return;
  if (sentIn === 'body') refuse([mistake(`/hours/${edge}`, 'clashes with the day beside it')]);
  refuse([{ path: '/date', in: 'params', message: 'would clash with the day beside it' }]);
}

export function refuseDate(): never {
  const message = 'is no day whose hours can still, or already, be set';
  throw new AppError('invalid_request', { fields: [{ path: '/date', in: 'params', message }] });
}

function mistake(path: string, message: string): ProblemField {
  return { path, in: 'body', message };
}

function refuse(fields: readonly ProblemField[]): void {
  if (fields.length > 0) throw new AppError('invalid_request', { fields });
}
