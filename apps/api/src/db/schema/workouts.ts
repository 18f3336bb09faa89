import { isNotNull } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { trainingSessionRuns } from './training-sessions.ts';

/** One bout of one member on one machine. Loads are hectograms, see the domain. */
export const workouts = pgTable(
  'workouts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Made by the machine: the same workout sent again is the same row. */
    workoutUuid: uuid('workout_uuid').notNull().unique(),
    sub: uuid().notNull(),
    workoutTypeId: smallint('workout_type_id').notNull(),
    machineId: integer('machine_id').notNull(),
    gymId: integer('gym_id').notNull(),
    /** The run of a session it was done in; null: outside of any. */
    sessionRunId: integer('session_run_id').references(() => trainingSessionRuns.id, {
      onDelete: 'set null',
    }),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }).notNull(),
    /**
     * Of its first rep, by the hours that the gym had when it was stored: see `gymDayOf`. A trigger
     * fills in the date for whoever leaves it out, as the release before it does.
     */
    gymDay: date('gym_day', { mode: 'string' }).notNull(),
    maxHg: integer('max_hg').notNull(),
    tfoHg: integer('tfo_hg').notNull(),
    setCount: smallint('set_count').notNull(),
    repCount: smallint('rep_count').notNull(),
    /** The heaviest set, and the most reps done at that load. */
    topLoadHg: integer('top_load_hg').notNull(),
    topReps: smallint('top_reps').notNull(),
    /** The best estimate and the reps it comes from; null when no set allows one. */
    oneRepMaxHg: integer('one_rep_max_hg'),
    oneRepMaxReps: smallint('one_rep_max_reps'),
    /** Better than every workout of the type before it. */
    isMaxBest: boolean('is_max_best').notNull(),
    isTfoBest: boolean('is_tfo_best').notNull(),
    isOneRepMaxBest: boolean('is_one_rep_max_best').notNull(),
    /** null: it is as the machine sent it. */
    correctedAt: timestamp('corrected_at', { withTimezone: true }),
    correctionReason: text('correction_reason'),
    /** Of a member's correction, which no ranking shows while it is pending; null: by staff. */
    correctionState: text('correction_state').$type<'pending' | 'confirmed'>(),
    /** Lifted without a link, and claimed afterwards. */
    claimedAt: timestamp('claimed_at', { withTimezone: true }),
  },
  (table) => [
    index('workouts_of_member').on(table.sub, table.startedAt, table.id),
    index('workouts_of_member_by_type').on(
      table.sub,
      table.workoutTypeId,
      table.startedAt,
      table.id,
    ),
    // Of the same member a gym day may begin before another one of another gym has ended.
    index('workouts_of_member_by_day').on(table.sub, table.gymDay),
    index('workouts_of_member_by_type_and_day').on(table.sub, table.workoutTypeId, table.gymDay),
    index('workouts_of_machine').on(table.machineId, table.startedAt),
    index('workouts_of_run').on(table.sessionRunId).where(isNotNull(table.sessionRunId)),
  ],
);
export type WorkoutRow = typeof workouts.$inferSelect;

/** Records that staff took away: a machine that sends one again is told that it is known. */
export const removedWorkouts = pgTable(
  'removed_workouts',
  {
    workoutUuid: uuid('workout_uuid').primaryKey(),
    sub: uuid().notNull(),
    workoutTypeId: smallint('workout_type_id').notNull(),
    machineId: integer('machine_id').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    removedAt: timestamp('removed_at', { withTimezone: true }).notNull(),
    /** The member reads it. */
    reason: text().notNull(),
  },
  (table) => [index('removed_workouts_of_member').on(table.sub, table.removedAt)],
);

/** A set with its reps, in order. */
export const workoutSets = pgTable(
  'workout_sets',
  {
    workoutId: integer('workout_id')
      .notNull()
      .references(() => workouts.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    loadHg: integer('load_hg').notNull(),
    repLoadsHg: integer('rep_loads_hg').array().notNull(),
    repMs: integer('rep_ms').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workoutId, table.position] })],
);
export type WorkoutSetRow = typeof workoutSets.$inferSelect;

/**
 * What a member has reached in a type, kept in the workout's own transaction, so that no read
 * has to look through the history.
 */
export const workoutBests = pgTable(
  'workout_bests',
  {
    sub: uuid().notNull(),
    workoutTypeId: smallint('workout_type_id').notNull(),
    workoutCount: integer('workout_count').notNull(),
    maxHg: integer('max_hg').notNull(),
    maxWorkoutId: integer('max_workout_id').notNull(),
    maxAt: timestamp('max_at', { withTimezone: true }).notNull(),
    tfoHg: integer('tfo_hg').notNull(),
    tfoWorkoutId: integer('tfo_workout_id').notNull(),
    tfoAt: timestamp('tfo_at', { withTimezone: true }).notNull(),
    oneRepMaxHg: integer('one_rep_max_hg'),
    oneRepMaxReps: smallint('one_rep_max_reps'),
    oneRepMaxWorkoutId: integer('one_rep_max_workout_id'),
    oneRepMaxAt: timestamp('one_rep_max_at', { withTimezone: true }),
    /** By the time it was done, not by the time it arrived. */
    lastWorkoutId: integer('last_workout_id').notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sub, table.workoutTypeId] })],
);
export type WorkoutBestRow = typeof workoutBests.$inferSelect;
