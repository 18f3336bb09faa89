import type { StrengthBand, WorkoutStrength } from '@tanren/contract/workouts/workout-strength';
import type { HistoryPeriod } from '@tanren/contract/workouts/workout-history';
import {
  compareStrength,
  type StrengthState,
  toStrengthBand,
} from '@tanren/domain/workouts/strength';
import { isWorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { strengthStates, workouts } from '#db/schema/workouts.ts';
import {
  type HistoryFilter,
  matchesHistory,
  maxPoints,
  startOfPeriod,
  workoutWeek,
} from '#modules/workouts/workout-history.service.ts';

/** Lists the state of every type that the member has done. There are at most 16. */
export function listStates(db: Queryable, sub: string) {
  return db.select().from(strengthStates).where(eq(strengthStates.sub, sub));
}

/** Returns the band as members see it, or `undefined` when too little is known. */
export function describeBand(state: StrengthState, now: Date): StrengthBand | undefined {
  const band = toStrengthBand(state, now);
  return band === null ? undefined : { low: toTenths(band.low), high: toTenths(band.high) };
}

function toTenths(kg: number): number {
  return Math.round(kg * 10) / 10;
}

/** Selects the state after the last workout of each gym day or week. */
export function selectStrengths(
  db: Queryable,
  filter: HistoryFilter,
  { every, limit }: { readonly every: 'day' | 'week'; readonly limit: number },
) {
  const { gymDay, startedAt, strengthMean, strengthSd } = workouts;
  const bucket = every === 'day' ? gymDay : workoutWeek;
  return db
    .selectDistinctOn([bucket], { gymDay, startedAt, mean: strengthMean, sd: strengthSd })
    .from(workouts)
    .where(and(matchesHistory(filter), isNotNull(strengthMean)))
    .orderBy(asc(bucket), desc(startedAt), desc(workouts.id))
    .limit(limit);
}

/** Number of weeks that are read at most: forty years. */
const maxWeeks = 2080;

export async function readStrength(
  db: Queryable,
  sub: string,
  workoutTypeId: number,
  period: HistoryPeriod,
  now: Date,
): Promise<WorkoutStrength> {
  if (!isWorkoutTypeId(workoutTypeId)) throw new AppError('not_found');
  const filter = { sub, workoutTypeId, since: startOfPeriod(period, now) };
  const days = await selectStrengths(db, filter, { every: 'day', limit: maxPoints + 1 });
  const rows =
    days.length > maxPoints
      ? await selectStrengths(db, filter, { every: 'week', limit: maxWeeks })
      : days;
  const known = rows.flatMap(({ gymDay, startedAt, mean, sd }) => {
    if (mean === null || sd === null) return [];
    const state = { mean, sd, at: startedAt };
    const band = describeBand(state, startedAt);
    return band === undefined ? [] : [{ day: gymDay, state, band }];
  });
  const [first] = known;
  const last = known.at(-1);
  const isPeriod = first !== undefined && last !== undefined && first !== last;
  const change = isPeriod ? compareStrength(first.state, last.state) : null;
  return {
    days: known.map(({ day, state, band }) => ({
      day,
      low: band.low,
      middle: toTenths(Math.exp(state.mean)),
      high: band.high,
    })),
    change: change === null ? null : Math.round(change * 10) / 10,
    changeSince: isPeriod ? first.day : null,
  };
}
