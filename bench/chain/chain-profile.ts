/**
 * What a gym of the chain is taken for, and what a visit is. These are assumptions, not measured:
 * an operator puts in the own numbers, see docs/scale.md.
 */
export const gymAssumed = {
  machines: 16,
  members: 500,
  /** Two visits a week of each member. */
  visitsPerDay: 143,
  /** A sign-in lasts 30 days: then a member types the password again. */
  signInsPerDay: 17,
  visitMinutes: 45,
} as const;

/** How often each happens in a visit, the looks at home included. */
export const perVisit = {
  refresh: 1,
  home: 2,
  workoutList: 1,
  reservation: 1,
  ranking: 2,
  workout: 6,
} as const;

/** Of a machine on its live topic while a member trains: sets, reps and the rests between them. */
export const liveMessagesPerMinute = 10;

/** The share of a day's visits that begins in each hour, from midnight on. */
const hourWeights = [0, 0, 0, 0, 0, 0, 3, 5, 5, 5, 6, 6, 6, 4, 4, 4, 5, 7, 10, 11, 9, 6, 3, 1];
const weightOfAll = hourWeights.reduce((sum, weight) => sum + weight, 0);
export const visitShares: readonly number[] = hourWeights.map((weight) => weight / weightOfAll);

/** How many of a chain are live in an hour, in real time. */
export function countLive(gyms: number, hour: number): number {
  const begun = gyms * gymAssumed.visitsPerDay * (visitShares[hour] ?? 0);
  return Math.round((begun * gymAssumed.visitMinutes) / 60);
}

export type DayAction = keyof typeof perVisit | 'signIn';

export interface DayEvent {
  readonly atMs: number;
  readonly action: DayAction;
}

/** What happens in a day of so many gyms, in order, in as many milliseconds as it shall take. */
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
