/**
 * Assumptions about a gym of the chain and a visit. They are not measured: operators insert their
 * own numbers (docs/scale.md).
 */
export const gymAssumed = {
  machines: 16,
  members: 500,
  /** Visits to a gym per day: two visits a week by each member. */
  visitsPerDay: 143,
  /** Sign-ins per day. A sign-in lasts 30 days, then the member enters the password again. */
  signInsPerDay: 17,
  visitMinutes: 45,
} as const;

/** Number of times that each action happens in a visit, including the home page. */
export const perVisit = {
  refresh: 1,
  home: 2,
  workoutList: 1,
  reservation: 1,
  ranking: 2,
  workout: 6,
} as const;

/** Messages of a machine on its live topic while a member trains: sets, reps and rests. */
export const liveMessagesPerMinute = 10;

/** Share of a day's visits that begins in each hour, starting at midnight. */
const hourWeights = [0, 0, 0, 0, 0, 0, 3, 5, 5, 5, 6, 6, 6, 4, 4, 4, 5, 7, 10, 11, 9, 6, 3, 1];
const weightOfAll = hourWeights.reduce((sum, weight) => sum + weight, 0);
export const visitShares: readonly number[] = hourWeights.map((weight) => weight / weightOfAll);

/** Returns how many members of a chain are live in an hour, in real time. */
export function countLive(gyms: number, hour: number): number {
  const begun = gyms * gymAssumed.visitsPerDay * (visitShares[hour] ?? 0);
  return Math.round((begun * gymAssumed.visitMinutes) / 60);
}

export type DayAction = keyof typeof perVisit | 'signIn';

export interface DayEvent {
  readonly atMs: number;
  readonly action: DayAction;
}

/** Plans the events of a day in this many gyms, in order, compressed to `dayMs` milliseconds. */
export function planDay(gyms: number, dayMs: number): DayEvent[] {
  const hourMs = dayMs / 24;
  const events: DayEvent[] = [];
  visitShares.forEach((share, hour) => {
    const visits = gyms * gymAssumed.visitsPerDay * share;
    const counts = Object.entries({ ...perVisit, signIn: 0 }).map(
      ([action, times]) =>
        [
          action as DayAction,
          action === 'signIn' ? gyms * gymAssumed.signInsPerDay * share : visits * times,
        ] as const,
    );
    for (const [action, count] of counts) {
      for (let n = 0; n < Math.round(count); n += 1) {
        events.push({ atMs: (hour + Math.random()) * hourMs, action });
      }
    }
  });
  return events.toSorted((one, other) => one.atMs - other.atMs);
}
