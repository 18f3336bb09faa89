import type {
  ClaimState,
  CorrectionState,
  RecordActor,
  RecordEventKind,
} from '@tanren/domain/workouts/workout-records';
import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea } from './server.ts';
import type { SetMeasures } from './workouts.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** A set with its reps, in the format of `workout_sets`. */
export interface SetSnapshot extends SetMeasures {
  readonly loadHg: number;
  readonly repLoadsHg: number[];
  readonly repMs: number[];
}

/**
 * Bouts done without a link. Their reps are kept for a day. The row stays for as long as the
 * machine may send the bout again.
 */
export const unlinkedBouts = pgTable(
  'unlinked_bouts',
  {
    /** Hash of machine and claim token, with a key that is not in the database. */
    claimHash: bytea('claim_hash').primaryKey(),
    workoutUuid: uuid('workout_uuid').notNull().unique(),
    machineId: integer('machine_id').notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** `null` after the bout was claimed or its day is over. */
    sets: jsonb().$type<SetSnapshot[]>(),
    takenAt: instant('taken_at'),
  },
  (table) => [
    index('unlinked_bouts_received_at').on(table.receivedAt),
    index('unlinked_bouts_kept')
      .on(table.receivedAt)
      .where(sql`${table.sets} is not null`),
  ],
);
export type UnlinkedBoutRow = typeof unlinkedBouts.$inferSelect;

/** Claims of bouts by members. A claim in the waiting state arrived before its bout. */
export const workoutClaims = pgTable(
  'workout_claims',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sub: uuid().notNull(),
    claimHash: bytea('claim_hash').notNull(),
    machineId: integer('machine_id').notNull(),
    state: text().$type<ClaimState>().notNull(),
    claimedAt: instant('claimed_at').notNull(),
    workoutId: bigint('workout_id', { mode: 'number' }),
  },
  (table) => [
    // The index allows one member per bout.
    uniqueIndex('workout_claims_once')
      .on(table.claimHash)
      .where(sql`${table.state} <> 'refused'`),
    index('workout_claims_of_member').on(table.sub, table.claimedAt),
    index('workout_claims_claimed_at').on(table.claimedAt),
  ],
);

/**
 * Records that their member rejected, complete, so that each can be restored for 30 days. They are
 * not in `workouts`, so no reader of that table has to exclude them.
 */
export const rejectedWorkouts = pgTable(
  'rejected_workouts',
  {
    workoutId: bigint('workout_id', { mode: 'number' }).primaryKey(),
    sub: uuid().notNull(),
    workoutTypeId: smallint('workout_type_id').notNull(),
    rejectedAt: instant('rejected_at').notNull(),
    reason: text(),
    /** The row of `workouts` by column names, and its rows of `workout_sets` as `sets`. */
    content: jsonb().notNull(),
  },
  (table) => [
    index('rejected_workouts_of_member').on(table.sub, table.rejectedAt, table.workoutId),
    index('rejected_workouts_rejected_at').on(table.rejectedAt),
  ],
);

/**
 * Values of records before their member rejected or corrected them, until staff confirm the change.
 * Growth is measured against these values. Otherwise a member could climb in the ranking by
 * removing early records or making them lighter.
 */
export const withheldRecords = pgTable(
  'withheld_records',
  {
    workoutId: bigint('workout_id', { mode: 'number' }).primaryKey(),
    sub: uuid().notNull(),
    workoutTypeId: smallint('workout_type_id').notNull(),
    startedAt: instant('started_at').notNull(),
    maxHg: integer('max_hg').notNull(),
    tfoHg: integer('tfo_hg').notNull(),
  },
  (table) => [
    index('withheld_records_of_member').on(table.sub, table.workoutTypeId, table.startedAt),
  ],
);

/**
 * Corrections by members. A record takes over the corrected sets after staff have confirmed them.
 */
export const workoutCorrections = pgTable(
  'workout_corrections',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    workoutId: bigint('workout_id', { mode: 'number' }).notNull(),
    sub: uuid().notNull(),
    gymId: integer('gym_id').notNull(),
    state: text().$type<CorrectionState>().notNull(),
    reason: text().notNull(),
    before: jsonb().$type<SetSnapshot[]>().notNull(),
    after: jsonb().$type<SetSnapshot[]>().notNull(),
    madeAt: instant('made_at').notNull(),
    decidedAt: instant('decided_at'),
    decisionReason: text('decision_reason'),
    /**
     * State of the record before the correction, restored when the correction is declined or
     * withdrawn.
     */
    priorCorrectedAt: instant('prior_corrected_at'),
    priorReason: text('prior_reason'),
    priorState: text('prior_state').$type<'confirmed'>(),
  },
  (table) => [
    uniqueIndex('workout_corrections_pending')
      .on(table.workoutId)
      .where(sql`${table.state} = 'pending'`),
    index('workout_corrections_of_workout').on(table.workoutId, table.id),
    index('workout_corrections_of_member').on(table.sub, table.madeAt),
    // Every ranking checks for a pending correction of the member, and must not read all old ones.
    index('workout_corrections_pending_of_member')
      .on(table.sub)
      .where(sql`${table.state} = 'pending'`),
    index('workout_corrections_to_decide')
      .on(table.madeAt, table.id)
      .where(sql`${table.state} = 'pending'`),
    index('workout_corrections_to_decide_in_gym')
      .on(table.gymId, table.madeAt, table.id)
      .where(sql`${table.state} = 'pending'`),
  ],
);
export type WorkoutCorrectionRow = typeof workoutCorrections.$inferSelect;

/** History of a record after the machine sent it. */
export const workoutEvents = pgTable(
  'workout_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    workoutId: bigint('workout_id', { mode: 'number' }).notNull(),
    sub: uuid().notNull(),
    at: instant('at').notNull(),
    kind: text().$type<RecordEventKind>().notNull(),
    actor: text().$type<RecordActor>().notNull(),
    reason: text(),
    before: jsonb().$type<SetSnapshot[]>(),
    after: jsonb().$type<SetSnapshot[]>(),
  },
  (table) => [
    index('workout_events_of_workout').on(table.workoutId, table.id),
    index('workout_events_of_member').on(table.sub, table.at),
  ],
);
