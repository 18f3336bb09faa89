import type { Visit, VisitTotals } from '@tanren/contract/workouts/visits';
import { addDays, isGymDay, toGymDay } from '@tanren/domain/gyms/gym-time';
import { toKilograms } from '@tanren/domain/workouts/loads';
import { daysOfMonth } from '@tanren/domain/workouts/visit-months';
import { groupVisits, summarizeVisit } from '@tanren/domain/workouts/visits';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { cutPage, readTimeCursor, type TimePosition } from '#db/time-cursor.ts';
import {
  listGymNames,
  selectFirstDay,
  selectWorkoutsOfDay,
  selectWorkoutsOfDays,
  selectWorkoutsOfPeriod,
} from './visits.store.ts';
import { listPersonalBests, toWorkout } from './workout-reads.service.ts';
import type { WorkoutRow } from '#db/schema/workouts.ts';
import type { WorkoutWithMicros } from './workout-reads.store.ts';

interface VisitPageRequest {
  readonly sub: string;
  readonly workoutTypeId: number | null;
  readonly cursor: string | null;
  readonly limit: number;
}

/**
 * A visit with its position among the visits of its gym day, which is that of its first workout.
 */
type PlacedVisit = ReturnType<typeof findVisits>[number] & TimePosition;

/**
 * Reads a page of visits, newest first. With a type, it lists the visits in which the type was
 * done, with all their workouts.
 */
export async function readVisitPage(
  db: Queryable,
  { sub, workoutTypeId, cursor, limit }: VisitPageRequest,
): Promise<{ items: Visit[]; nextCursor: string | null }> {
  const from = cursor === null ? null : readTimeCursor(cursor);
  const found = await selectWorkoutsOfDays(db, {
    sub,
    workoutTypeId,
    before: from === null ? null : addDays(dateOf(from), 1),
    // One more day shows whether there is another page. The two days that the cursor may belong to
    // may have no other visit.
    days: limit + (from === null ? 1 : 3),
  });
  const rows = found.map((row) => row.of_day);
  const end = from && { ...from, date: findDay(rows, from) };
  const visits = findVisits(rows)
    .map((visit): PlacedVisit => ({ ...visit, ...findPlace(visit.workouts) }))
    // Cursors distinguish two moments of one millisecond, which the dates of JavaScript do not.
    .toSorted((a, b) => compareVisits(b, a))
    .filter((visit) => end === null || compareVisits(visit, end) < 0)
    .filter(
      ({ workouts }) =>
        workoutTypeId === null || workouts.some((one) => one.workoutTypeId === workoutTypeId),
    );
  const { items, nextCursor } = cutPage(visits, limit);
  return { items: await toVisits(db, items), nextCursor };
}

/** Reads the visits of a gym day. Throws `not_found` if there is none. */
export async function readVisitsOn(db: Queryable, sub: string, gymDay: string): Promise<Visit[]> {
  if (!isGymDay(gymDay)) {
    throw new AppError('invalid_request', {
      fields: [{ path: '/date', in: 'params', message: 'is not a day of the calendar' }],
    });
  }
  // PostgreSQL has no year 0, in which the first days of the calendar would begin.
  if (gymDay < oldestDay) throw new AppError('not_found');
  const visits = findVisits(await selectWorkoutsOfDay(db, sub, gymDay));
  if (visits.length === 0) throw new AppError('not_found');
  return await toVisits(db, visits);
}

/** Reads the visits of a calendar month, newest first, and the day of the first visit of all. */
export async function readVisitsOfMonth(
  db: Queryable,
  sub: string,
  month: string,
): Promise<{ visits: VisitTotals[]; firstDate: string | null }> {
  const { first, last } = daysOfMonth(month);
  const [oldest] = await selectFirstDay(db, sub);
  const firstDate = oldest?.gymDay ?? null;
  // A month without visits needs no search, and neither does year 0, which PostgreSQL rejects.
  const isEmpty = firstDate === null || last < firstDate;
  const rows = isEmpty ? [] : await selectWorkoutsOfPeriod(db, sub, first, last);
  const visits = findVisits(rows);
  const names = await readGymNames(db, visits);
  return { visits: visits.flatMap((visit) => toTotals(visit, names) ?? []), firstDate };
}

const oldestDay = '2000-01-01';

function dateOf({ micros }: TimePosition): string {
  return toGymDay(new Date(Number(micros) / 1000));
}

/**
 * Returns the gym day of the visit that a cursor was made of, by its first workout. If staff have
 * removed that workout, the date is used: then a visit past midnight may be listed twice, but none
 * is left out.
 */
function findDay(rows: readonly WorkoutWithMicros[], from: TimePosition): string {
  return rows.find(({ id }) => id === from.id)?.gymDay ?? dateOf(from);
}

type VisitPlace = TimePosition & { readonly date: string };

function compareVisits(a: VisitPlace, b: VisitPlace): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return comparePlaces(a, b);
}

function comparePlaces(a: TimePosition, b: TimePosition): number {
  const difference = BigInt(a.micros) - BigInt(b.micros);
  return difference === 0n ? a.id - b.id : difference < 0n ? -1 : 1;
}

function findPlace(workouts: readonly WorkoutWithMicros[]): TimePosition {
  const [{ micros, id } = { micros: '0', id: 0 }] = workouts.toSorted(comparePlaces);
  return { micros, id };
}

function findVisits<W extends WorkoutRow>(rows: readonly W[]) {
  return groupVisits(rows.map((row) => ({ ...row, personalBests: listPersonalBests(row) })));
}

type FoundVisit = ReturnType<typeof findVisits>[number];

async function toVisits(db: Queryable, visits: readonly FoundVisit[]): Promise<Visit[]> {
  const names = await readGymNames(db, visits);
  return visits.flatMap((visit) => {
    const totals = toTotals(visit, names);
    return totals === null ? [] : { ...totals, workouts: visit.workouts.map(toWorkout) };
  });
}

type GymNames = ReadonlyMap<number, string>;

async function readGymNames(db: Queryable, visits: readonly FoundVisit[]): Promise<GymNames> {
  return await listGymNames(db, [...new Set(visits.map(({ gymId }) => gymId))]);
}

function toTotals({ date, gymId, workouts }: FoundVisit, names: GymNames): VisitTotals | null {
  const summary = summarizeVisit(workouts);
  if (summary === null) return null;
  const { startedAt, endedAt, tfoHg, ...rest } = summary;
  return {
    ...rest,
    date,
    gymId,
    gymName: names.get(gymId) ?? null,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    tfo: toKilograms(tfoHg),
  };
}
