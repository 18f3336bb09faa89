import { randomUUID } from 'node:crypto';
import type { WorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { type RankingScale, type RankingType, toBoardKey } from '@tanren/domain/workouts/rankings';
import { sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import type { Database, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { userInfos } from '#db/schema/members.ts';
import { workouts } from '#db/schema/workouts.ts';
import { rankWorkouts } from '#modules/workouts/ranking/workout-ranking.service.ts';
import { bearer } from '#test/support/app.ts';
import { addMember, openWorld } from '#test/support/world.ts';

interface RankedLift {
  readonly workoutTypeId?: number;
  readonly gymId?: number;
  readonly startedAt: Date | string;
  readonly maxHg: number;
  readonly tfoHg?: number;
}

/** Adds a member with a profile. Returns the sub. */
export const addRanked = async (
  db: Database,
  nickname: string,
  changes: Parameters<typeof addMember>[1] = {},
): Promise<string> => await addMember(db, { nickname, ...changes });

/** Stores a workout as the ingest does, as far as rankings are concerned. */
export async function liftRanked(
  db: Database,
  sub: string,
  lift: RankedLift,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => await storeRanked(tx, sub, lift, now));
}

export async function storeRanked(
  tx: Transaction,
  sub: string,
  lift: RankedLift,
  now: Date,
): Promise<void> {
  await storeAllRanked(tx, [{ sub, ...lift }], now);
}

async function storeAllRanked(
  tx: Transaction,
  lifts: readonly (RankedLift & { readonly sub: string })[],
  now: Date,
): Promise<void> {
  const stored = lifts.map(
    ({ sub, workoutTypeId = 1, gymId = 1, startedAt, maxHg, tfoHg = maxHg * 10 }) => ({
      sub,
      workoutTypeId,
      gymId,
      startedAt: new Date(startedAt),
      maxHg,
      tfoHg,
      setCount: 1,
      repCount: 10,
      topLoadHg: maxHg,
      topReps: 10,
    }),
  );
  const rest = { machineId: 1, isMaxBest: false, isTfoBest: false, isOneRepMaxBest: false };
  await tx.insert(workouts).values(
    stored.map((one) => ({
      ...one,
      ...rest,
      workoutUuid: randomUUID(),
      endedAt: one.startedAt,
      gymDay: toGymDay(one.startedAt),
    })),
  );
  await rankWorkouts(tx, stored, now);
}

const midApril = '2026-04-15T03:00:00Z';

/**
 * Opens the app with two gyms. Before each test the date is mid-April and the rankings are empty.
 */
export async function openRankings() {
  const { db, clock, app } = await openWorld(midApril);
  await db.insert(gyms).values([
    { id: 1, name: '渋谷' },
    { id: 2, name: '梅田' },
  ]);
  beforeEach(async () => {
    await db.execute(sql`truncate ranking_entries, ranking_counts, workouts, user_infos cascade`);
  });

  const get = async (sub: string, path: string) =>
    await app.inject({ url: `/api/workout-ranking/${path}`, headers: bearer(sub) });
  const lift = async (sub: string, maxHg: number, more: Partial<RankedLift> = {}) =>
    await liftRanked(db, sub, { startedAt: '2026-04-10T03:00:00Z', maxHg, ...more }, clock.now);
  return {
    app,
    db,
    clock,
    get,
    lift,
    read: async (sub: string, path = '1/max'): Promise<WorkoutRanking> => {
      const response = await get(sub, path);
      expect(response.statusCode).toBe(200);
      return response.json();
    },
    /** Lists rank, name and value, as the page shows them. */
    list: ({ items }: WorkoutRanking) =>
      items.map(({ rank, nickname, value }) => `${rank} ${nickname} ${value}`),
    patch: async (sub: string, payload: object): Promise<void> => {
      const headers = bearer(sub);
      const request = { method: 'PATCH', url: '/api/userinfo', headers, payload } as const;
      expect((await app.inject(request)).statusCode).toBe(200);
    },
    /** Adds a member for each of these loads, all at once. */
    addLifters: async (loads: readonly number[]): Promise<void> => {
      const startedAt = '2026-04-10T03:00:00Z';
      const lifts = loads.map((maxHg) => ({ sub: randomUUID(), startedAt, maxHg }));
      await db.insert(userInfos).values(
        lifts.map(({ sub, maxHg }) => ({
          sub,
          nickname: `会員${maxHg}`,
          createdAt: clock.now,
          updatedAt: clock.now,
        })),
      );
      await db.transaction(async (tx) => await storeAllRanked(tx, lifts, clock.now));
    },
    addLifter: async (nickname: string, maxHg: number, more: Partial<RankedLift> = {}) => {
      const sub = await addRanked(db, nickname);
      await lift(sub, maxHg, more);
      return sub;
    },
  };
}

/** One member on one board, as plain SQL ranks them. */
export interface RankedRow {
  readonly board: number;
  readonly sub: string;
  readonly nickname: string;
  readonly value: number;
  readonly achievedOn: string;
  readonly rank: number;
  readonly total: number;
  readonly nextValue: number | null;
  readonly nextRank: number | null;
}

interface KindInSql {
  readonly column: string;
  /** The same value computed from the loads of all reps. */
  readonly ofReps: string;
  /** Stored units in one shown unit. */
  readonly perUnit: number;
}

/** The definition of each kind in SQL, written a second time here to check the program. */
const kinds: Readonly<Record<RankingType, KindInSql>> = {
  max: { column: 'max_hg', ofReps: 'max(hg::int)', perUnit: 10 },
  tfo: { column: 'tfo_hg', ofReps: 'sum(hg::int)::int', perUnit: 10 },
};

function writeKinds(write: (definition: KindInSql & { readonly kind: string }) => string): string {
  return Object.entries(kinds)
    .map(([kind, definition]) => write({ kind, ...definition }))
    .join(', ');
}

/**
 * Computes every board from workouts and profiles alone, by the definitions and by `rank()` over
 * all rows, for months from a first day on. Workouts that members rejected or corrected and staff
 * did not confirm are on no board, and growth is measured from their original values.
 */
const everything = `
  with untouched as (
    select r.sub, r.workout_type_id as type, (r.content ->> 'started_at')::timestamptz as started_at,
      ${writeKinds(({ column }) => `(r.content ->> '${column}')::int as ${column}`)}
    from rejected_workouts r where r.content ->> 'correction_state' is distinct from 'pending'
    union all
    select c.sub, coalesce(w.workout_type_id, r.workout_type_id),
      coalesce(w.started_at, (r.content ->> 'started_at')::timestamptz),
      ${writeKinds(
        ({ ofReps }) => `(select ${ofReps} from jsonb_array_elements(c.before) s,
          jsonb_array_elements_text(s -> 'repLoadsHg') hg)`,
      )}
    from workout_corrections c left join workouts w on w.id = c.workout_id
      left join rejected_workouts r on r.workout_id = c.workout_id
    where c.state = 'pending'
  ), done as (
    select w.sub, w.workout_type_id as type, w.gym_id as gym, u.nickname, u.weight,
      w.started_at, (w.started_at at time zone 'Asia/Tokyo')::date as day,
      ${writeKinds(({ column }) => `w.${column}`)},
      case when u.sex in ('male', 'female') and u.birth_date is not null
        then (extract(year from u.birth_date)::int - 1900) / 10 * 4
          + case u.sex when 'male' then 1 else 2 end end as band,
      least(min(w.started_at) over (partition by w.sub, w.workout_type_id), (
        select min(o.started_at) from untouched o
        where o.sub = w.sub and o.type = w.workout_type_id)) + interval '720 hours' as later
    from workouts w join user_infos u on u.sub = w.sub and u.ranking_visible
    where w.correction_state is distinct from 'pending'
  ), measured as (
    select *, ${writeKinds(
      ({ kind, column }) => `greatest(max(${column}) filter (where started_at < later) over mine, (
        select max(o.${column}) from untouched o
        where o.sub = done.sub and o.type = done.type and o.started_at < later)) as first_${kind}`,
    )}
    from done window mine as (partition by sub, type)
  ), records as (
    select m.*, kind, record, first, per_unit
    from measured m,
      lateral (values ${writeKinds(
        ({ kind, column, perUnit }) => `('${kind}', ${column}, first_${kind}, ${perUnit}::numeric)`,
      )})
      as k (kind, record, first, per_unit)
  ), shown as (
    select r.*, scale, of_gym, of_band, value
    from records r, lateral (values
      ('open', 0, 0, record),
      ('open', gym, 0, record),
      ('band', 0, band, case when band is not null then record end),
      ('per-weight', 0, 0, floor(record / per_unit / weight * 20)::int * 5),
      ('growth', 0, 0, case when started_at >= later and record >= first
        then floor(record * 1000.0 / first)::int - 1000 end)
    ) as s (scale, of_gym, of_band, value)
    where value is not null and record > 0
  ), best as (
    select distinct on (type, kind, scale, of_gym, of_band, since, sub)
      type, kind, scale, of_gym, of_band, since, sub, nickname, value, day
    from shown, lateral (values (null::date), (date_trunc('month', day)::date)) as p (since)
    where since is null or since >= $1::date
    order by type, kind, scale, of_gym, of_band, since, sub, value desc, day
  ), ranked as (
    select *, rank() over (board order by value desc)::int as rank, count(*) over board::int as total
    from best window board as (partition by type, kind, scale, of_gym, of_band, since)
  )
  select *, day::text as "achievedOn", since::text as month,
    min(value) over next as "nextValue", min(rank) over next as "nextRank"
  from ranked
  window next as (
    partition by type, kind, scale, of_gym, of_band, since
    order by value groups between 1 following and 1 following
  )`;

type Row = Omit<RankedRow, 'board'> & {
  readonly type: number;
  readonly kind: RankingType;
  readonly scale: RankingScale;
  readonly of_gym: number;
  readonly of_band: number;
  readonly month: string | null;
};

export async function rankEverything(db: Database, since: string): Promise<RankedRow[]> {
  const { rows } = await db.$client.query<Row>(everything, [since]);
  return rows.map((row) => ({
    board: toBoardKey({
      workoutTypeId: row.type,
      rankingType: row.kind,
      scale: row.scale,
      month: row.month === null ? 0 : countMonths(row.month),
      gymId: row.of_gym,
      band: row.of_band,
    }),
    sub: row.sub,
    nickname: row.nickname,
    value: row.value,
    achievedOn: row.achievedOn,
    rank: row.rank,
    total: row.total,
    nextValue: row.nextValue,
    nextRank: row.nextRank,
  }));
}

function countMonths(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return (year - 2000) * 12 + month;
}
