import { toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import type { ExerciseHabit } from '@tanren/domain/members/profile';
import type { DemoPerson } from '#members/demo-person.ts';
import type { Random } from '#random.ts';

/** A demo member who still comes to train. */
export interface Regular {
  readonly sub: string;
  readonly gymId: number;
  readonly workoutTypeIds: readonly number[];
  readonly typesPerVisit: { readonly min: number; readonly max: number };
  /** Usual start of a visit, in minutes of the gym's day. */
  readonly startMinute: number;
  /** Days from one visit to the next. */
  readonly everyDays: number;
}

const everyDays: Readonly<Record<ExerciseHabit, number>> = {
  'almost-none': 20,
  'monthly-1-3': 12,
  'weekly-1': 6,
  'weekly-2-3': 2.5,
  'weekly-4-or-more': 1.5,
};

export function listRegulars(people: readonly DemoPerson[]): Regular[] {
  return people.flatMap(({ sub, exerciseHabit, training }) => {
    if (training === null) return [];
    const { gymId, typesPerVisit, startMinute, favourites } = training;
    const workoutTypeIds = favourites.map(({ workoutTypeId }) => workoutTypeId);
    const habit = everyDays[exerciseHabit];
    return [{ sub, gymId, workoutTypeIds, typesPerVisit, startMinute, everyDays: habit }];
  });
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * People at once by hour of the day, in the larger gym. Most machines stay free in the evening too.
 */
const crowd = [0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 3, 2, 2, 2, 3, 4, 5, 5, 5, 4, 3, 1] as const;
const smallerGym = 0.6;

/** Returns how many demo members train in a gym at once. */
export function countExpected(gymId: number, now: Date): number {
  const usual = crowd[Math.floor(minuteOfDay(now) / 60)] ?? 0;
  return gymId === 1 ? usual : Math.ceil(usual * smallerGym);
}

function minuteOfDay(now: Date): number {
  return (now.getTime() - toGymInstant(toGymDay(now), 0).getTime()) / minuteMs;
}

/** Maximum distance from the usual time of a visit. */
const spreadMinutes = 150;
/** A member who did not come for this long, while others did, has stopped coming. */
const stoppedMs = 24 * dayMs;
/** A visit is due on a day, so it may come this much earlier than the hour of the last one. */
const earlyMs = 8 * hourMs;

interface Attendance {
  readonly regulars: readonly Regular[];
  /** Time of the last workout by member. Members without a workout are missing and never come. */
  readonly lastAt: ReadonlyMap<string, Date>;
  readonly present: ReadonlySet<string>;
}

/**
 * Chooses the next visitor among the members whose visit is due at this hour. Members who stopped
 * coming stay away, so that trainers and staff see the same lapses as before. That time is counted
 * from the newest visit of all members, because the program may have been off for weeks.
 */
export function chooseVisitor(
  { regulars, lastAt, present }: Attendance,
  gymId: number,
  now: Date,
  random: Random,
): Regular | null {
  const newest = [...lastAt.values()].reduce((latest, at) => Math.max(latest, at.getTime()), 0);
  const minute = minuteOfDay(now);
  const due = regulars.filter((regular) => {
    const last = lastAt.get(regular.sub)?.getTime();
    return (
      regular.gymId === gymId &&
      last !== undefined &&
      !present.has(regular.sub) &&
      newest - last <= stoppedMs &&
      now.getTime() - last >= regular.everyDays * dayMs - earlyMs &&
      Math.abs(regular.startMinute - minute) <= spreadMinutes
    );
  });
  return due.length === 0 ? null : random.pick(due);
}
