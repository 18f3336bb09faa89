import { gymDayOf } from '#lib/dates.ts';

export interface Day<T> {
  readonly day: string;
  readonly workouts: T[];
}

/** Newest first in, newest day first out. */
export function groupByDay<T extends { readonly startedAt: string }>(
  workouts: readonly T[],
): Day<T>[] {
  const days: Day<T>[] = [];
  for (const workout of workouts) {
    const day = gymDayOf(workout.startedAt);
    const last = days.at(-1);
    if (last?.day === day) last.workouts.push(workout);
    else days.push({ day, workouts: [workout] });
  }
  return days;
}
