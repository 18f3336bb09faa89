import type { LiftedRep } from '@tanren/domain/workouts/workouts';
import { isNotNull } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { trainingSessionRuns } from './menus.ts';

/** Bouts of members on machines. Loads are in hectograms, as in the domain package. */
export const workouts = pgTable(
  'workouts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Id made by the machine. A workout that is sent again finds the same row. */
    workoutUuid: uuid('workout_uuid').notNull().unique(),
    sub: uuid().notNull(),
    workoutTypeId: smallint('workout_type_id').notNull(),
    machineId: integer('machine_id').notNull(),
    gymId: integer('gym_id').notNull(),
    /** The run of a menu in which the workout was done. `null` outside a run. */
    sessionRunId: bigint('session_run_id', { mode: 'number' }).references(
      () => trainingSessionRuns.id,
      {
        onDelete: 'set null',
      },
    ),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }).notNull(),
    /**
     * Gym day of the first rep, by the gym's hours when the workout was stored (`gymDayOf`). A
     * trigger fills in the date when an insert omits it, as the previous release does.
     */
    gymDay: date('gym_day', { mode: 'string' }).notNull(),
    maxHg: integer('max_hg').notNull(),
    tfoHg: integer('tfo_hg').notNull(),
    setCount: smallint('set_count').notNull(),
    repCount: smallint('rep_count').notNull(),
    /** Load of the heaviest set, and the highest number of reps at that load. */
    topLoadHg: integer('top_load_hg').notNull(),
    topReps: smallint('top_reps').notNull(),
    /** The best estimate and the reps it is based on. `null` when no set allows an estimate. */
    oneRepMaxHg: integer('one_rep_max_hg'),
    oneRepMaxReps: smallint('one_rep_max_reps'),
    /** Whether the workout was better than all earlier ones of its type. */
    isMaxBest: boolean('is_max_best').notNull(),
    isTfoBest: boolean('is_tfo_best').notNull(),
    isOneRepMaxBest: boolean('is_one_rep_max_best').notNull(),
    /** `null` while the record is as the machine sent it. */
    correctedAt: timestamp('corrected_at', { withTimezone: true }),
    correctionReason: text('correction_reason'),
    /**
     * State of a correction by the member; no ranking shows a pending one. `null` for a correction
     * by staff.
     */
    correctionState: text('correction_state').$type<'pending' | 'confirmed'>(),
    /** Time when the member claimed the workout. `null` when it was done with a link. */
    claimedAt: timestamp('claimed_at', { withTimezone: true }),
    /**
     * Strength after the workout, as the logarithm of the one-rep max in kg. `null` when nothing was
     * known, and for a workout of the previous release.
     */
    strengthMean: real('strength_mean'),
    strengthSd: real('strength_sd'),
    /** Chance of the planned reps at the heaviest load, predicted from the workouts before. */
    plannedChance: real('planned_chance'),
    /** Offset of the machine that the strength was computed with. `null` means none. */
    machineOffset: real('machine_offset'),
    /**
     * Evidence about the offset of the machine: a precision, and the precision times the offset times
     * 10,000. `null` unless the member's workout before was on another machine.
     */
    offsetPrecision: integer('offset_precision'),
    offsetWeighted: integer('offset_weighted'),
    /** That other machine, and what the workout says about its offset with the same precision. */
    lastMachineId: integer('last_machine_id'),
    lastOffsetWeighted: integer('last_offset_weighted'),
  },
  (table) => [
    index('workouts_of_member').on(table.sub, table.startedAt, table.id),
    index('workouts_of_member_by_type').on(
      table.sub,
      table.workoutTypeId,
      table.startedAt,
      table.id,
    ),
    // Time and day can differ in order: a gym day may begin before the day of another gym has
    // ended.
    index('workouts_of_member_by_day').on(table.sub, table.gymDay),
    index('workouts_of_member_by_type_and_day').on(table.sub, table.workoutTypeId, table.gymDay),
    index('workouts_of_machine').on(table.machineId, table.startedAt),
    index('workouts_of_run').on(table.sessionRunId).where(isNotNull(table.sessionRunId)),
  ],
);
export type WorkoutRow = typeof workouts.$inferSelect;

/** Records that staff removed. A machine that sends one again gets the answer that it is known. */
export const removedWorkouts = pgTable(
  'removed_workouts',
  {
    workoutUuid: uuid('workout_uuid').primaryKey(),
    sub: uuid().notNull(),
    workoutTypeId: smallint('workout_type_id').notNull(),
    machineId: integer('machine_id').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    removedAt: timestamp('removed_at', { withTimezone: true }).notNull(),
    /** Reason, which the member can read. */
    reason: text().notNull(),
  },
  (table) => [index('removed_workouts_of_member').on(table.sub, table.removedAt)],
);

/** Sets of workouts with their reps, in order. */
export const workoutSets = pgTable(
  'workout_sets',
  {
    workoutId: bigint('workout_id', { mode: 'number' })
      .notNull()
      .references(() => workouts.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    loadHg: integer('load_hg').notNull(),
    repLoadsHg: integer('rep_loads_hg').array().notNull(),
    repMs: integer('rep_ms').array().notNull(),
    /** Start in milliseconds after the start of the workout. `null` when it was not measured. */
    startMs: integer('start_ms'),
    /** Seat position. `null` when it was not measured. */
    seat: smallint(),
    /** Start of each rep in milliseconds after the start of the workout, or nothing. */
    repStartMs: integer('rep_start_ms').array().$type<(number | null)[]>(),
    /** Measures of each rep in the order of `packedNames`, or nothing. */
    repMeasures: smallint('rep_measures').array().array().$type<(number | null)[][]>(),
    /** Reps that were not completed, which are few. `null` without any. */
    failedReps: jsonb('failed_reps').$type<LiftedRep[]>(),
  },
  (table) => [primaryKey({ columns: [table.workoutId, table.position] })],
);
export type WorkoutSetRow = typeof workoutSets.$inferSelect;

/** What was measured of a set beyond loads and durations. Most machines measure nothing of it. */
export type SetMeasures = Partial<
  Pick<WorkoutSetRow, 'startMs' | 'seat' | 'repStartMs' | 'repMeasures' | 'failedReps'>
>;

/**
 * Results of a member in a workout type, updated in the transaction of the workout, so that reads
 * need not search the history.
 */
export const workoutBests = pgTable(
  'workout_bests',
  {
    sub: uuid().notNull(),
    workoutTypeId: smallint('workout_type_id').notNull(),
    workoutCount: integer('workout_count').notNull(),
    maxHg: integer('max_hg').notNull(),
    maxWorkoutId: bigint('max_workout_id', { mode: 'number' }).notNull(),
    maxAt: timestamp('max_at', { withTimezone: true }).notNull(),
    tfoHg: integer('tfo_hg').notNull(),
    tfoWorkoutId: bigint('tfo_workout_id', { mode: 'number' }).notNull(),
    tfoAt: timestamp('tfo_at', { withTimezone: true }).notNull(),
    oneRepMaxHg: integer('one_rep_max_hg'),
    oneRepMaxReps: smallint('one_rep_max_reps'),
    oneRepMaxWorkoutId: bigint('one_rep_max_workout_id', { mode: 'number' }),
    oneRepMaxAt: timestamp('one_rep_max_at', { withTimezone: true }),
    /** The last workout by the time it was done, not by the time it arrived. */
    lastWorkoutId: bigint('last_workout_id', { mode: 'number' }).notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sub, table.workoutTypeId] })],
);
export type WorkoutBestRow = typeof workoutBests.$inferSelect;

/**
 * Strength of a member in a workout type after the newest workout. It is computed from the state
 * before and the new sets alone, in the transaction of the workout. The row of `workout_bests` is its
 * lock.
 */
export const strengthStates = pgTable(
  'strength_states',
  {
    sub: uuid().notNull(),
    workoutTypeId: smallint('workout_type_id').notNull(),
    /** Mean and standard deviation of the logarithm of the one-rep max in kg. */
    mean: real().notNull(),
    sd: real().notNull(),
    /** Time of the last workout that taught anything. */
    at: timestamp({ withTimezone: true }).notNull(),
    /** Newest workout. A later one is missing here after a release that knows no strength. */
    workoutId: bigint('workout_id', { mode: 'number' }).notNull(),
    /** Machine of the last workout that taught anything, and the offset that it was computed with. */
    machineId: integer('machine_id').notNull(),
    machineOffset: real('machine_offset'),
  },
  (table) => [primaryKey({ columns: [table.sub, table.workoutTypeId] })],
);
export type StrengthStateRow = typeof strengthStates.$inferSelect;

/**
 * The best value of each member on each board, updated in the transaction of the change. Members
 * who opted out have no row. Boards older than the last month are purged.
 */
export const rankingEntries = pgTable(
  'ranking_entries',
  {
    /** Key of the board, from `toBoardKey` in the domain package. */
    board: bigint({ mode: 'number' }).notNull(),
    sub: uuid().notNull(),
    value: integer().notNull(),
    achievedOn: date('achieved_on', { mode: 'string' }).notNull(),
    /** Copy of the nickname, so that the first hundred are read from the index alone. */
    nickname: text().notNull(),
  },
  (table) => [
    // The rows of a member lie together: a workout changes many of them, hiding the profile all of
    // them.
    primaryKey({ columns: [table.sub, table.board] }),
    // The order is by value, highest first, then by date. `sub` makes the order unique.
    index('ranking_entries_by_value').on(
      table.board,
      table.value.desc().nullsFirst(),
      table.achievedOn,
      table.sub,
      table.nickname,
    ),
  ],
);

/**
 * Number of entries of a board in a range of values, so that a rank is a sum over at most a few
 * hundred rows, however many members are ranked. Level 2 counts single values, level 1 ranges of
 * 64, level 0 ranges of 4096. Only the trigger on the entries writes this table.
 */
export const rankingCounts = pgTable(
  'ranking_counts',
  {
    board: bigint({ mode: 'number' }).notNull(),
    level: smallint().notNull(),
    bucket: integer().notNull(),
    entries: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.board, table.level, table.bucket] })],
);
