import { addDays, toGymDay } from '@tanren/domain/gym-time';
import { countMuscleSets, workoutTypes } from '@tanren/domain/workout-types';
import { type MuscleId, muscles } from '@tanren/domain/muscles';
import { countStreakWeeks, weekStart } from '@tanren/domain/training-weeks';
import type { Queryable } from '#db/database.ts';
import {
  listTrainedWeeks,
  selectLastWorkouts,
  selectWorkoutsBetween,
} from './training-status.store.ts';

export interface MuscleStatus {
  readonly muscle: MuscleId;
  readonly sets: number;
  readonly lastTrainedOn: string | null;
}

export interface Status {
  readonly weekStartsOn: string;
  readonly trainedDays: string[];
  readonly streakWeeks: number;
  readonly muscles: MuscleStatus[];
}

export async function readStatus(db: Queryable, sub: string, now: Date): Promise<Status> {
  const today = toGymDay(now);
  const weekStartsOn = weekStart(today);
  const from = startOfGymDay(weekStartsOn);
  const until = startOfGymDay(addDays(weekStartsOn, 7));
  const thisWeek = await selectWorkoutsBetween(db, sub, from, until);
  const earlierWeeks = await listTrainedWeeks(db, sub, from);
  const sets = countMuscleSets(thisWeek);
  const lastDays = findLastDays(await selectLastWorkouts(db, sub));
  const weeks = [...earlierWeeks, ...thisWeek.map(({ startedAt }) => startedAt)].map((at) =>
    weekStart(toGymDay(at)),
  );
  return {
    weekStartsOn,
    trainedDays: [...new Set(thisWeek.map(({ startedAt }) => toGymDay(startedAt)))].toSorted(),
    streakWeeks: countStreakWeeks(weeks, today),
    muscles: muscles.map(({ id }) => ({
      muscle: id,
      sets: sets.get(id) ?? 0,
      lastTrainedOn: lastDays.get(id) ?? null,
    })),
  };
}

function startOfGymDay(gymDay: string): Date {
  return new Date(`${gymDay}T00:00:00+09:00`);
}

/** A muscle that helped was trained, too. */
function findLastDays(
  lastWorkouts: readonly { workoutTypeId: number; lastAt: Date }[],
): Map<MuscleId, string> {
  const days = new Map<MuscleId, string>();
  for (const { workoutTypeId, lastAt } of lastWorkouts) {
    const day = toGymDay(lastAt);
    const type = workoutTypes.find(({ id }) => id === workoutTypeId);
    for (const { muscle } of type?.muscles ?? []) {
      if (day > (days.get(muscle) ?? '')) days.set(muscle, day);
    }
  }
  return days;
}
