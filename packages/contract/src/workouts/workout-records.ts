import {
  claimStates,
  correctionStates,
  recordActors,
  recordEventKinds,
  recordReasonLimit,
} from '@tanren/domain/workouts/workout-records';
import { maxReps } from '@tanren/domain/workouts/workouts';
import * as Type from 'typebox';
import { closedObject, endpoint, LongId, pageOf, pageQuery } from '#endpoint.ts';
import { Workout } from './workouts.ts';

const Instant = Type.String({ format: 'date-time' });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const params = closedObject({ workoutId: LongId });
/** The domain counts the characters. The limit here only bounds the bytes. */
const Reason = Type.String({ minLength: 1, maxLength: 4 * recordReasonLimit });

/** Short form of a set, as shown before and after a correction. */
export const RecordSet = Type.Object({ loadKg: Type.Number(), repCount: Type.Integer() });
export type RecordSet = Type.Static<typeof RecordSet>;

/* Claims of bouts that were lifted without a link. */

export const WorkoutClaim = Type.Object({
  id: Type.Integer(),
  /**
   * `waiting`: the machine has not sent the bout yet. The server stores it as soon as it arrives.
   */
  state: Type.Enum([...claimStates]),
  claimedAt: Instant,
  machineId: Type.Integer(),
  workoutTypeId: Type.Integer(),
  gymId: Type.Integer(),
  gymName: Type.String(),
  /** Id of the stored workout. `null` before it is stored and after it is deleted. */
  workoutId: orNull(Type.Integer()),
});
export type WorkoutClaim = Type.Static<typeof WorkoutClaim>;

export const claimWorkout = endpoint({
  method: 'POST',
  url: '/workout-claims',
  access: 'member',
  summary:
    "Claims the bout of a machine's claim code; repeatable by the same member. 404 claim_code_unknown, 409 claim_taken, claim_expired, claim_implausible, claim_limit_reached, 429 after wrong codes",
  schema: {
    /**
     * Code as typed or scanned: C, the machine's number and twelve characters, or the link in the
     * QR code.
     */
    body: closedObject({ code: Type.String({ minLength: 1, maxLength: 300 }) }),
    response: { 201: WorkoutClaim },
  },
});

export const listWorkoutClaims = endpoint({
  method: 'GET',
  url: '/workout-claims',
  access: 'member',
  summary: 'Claims of the member of the last 30 days, newest first; at most 50',
  schema: { response: { 200: Type.Object({ items: Type.Array(WorkoutClaim) }) } },
});

/* A workout record with its history, and what the member can do with it. */

const RecordEvent = Type.Object({
  kind: Type.Enum([...recordEventKinds]),
  at: Instant,
  by: Type.Enum([...recordActors]),
  /** Reason given by the member or by staff. `null` without a reason. */
  reason: orNull(Type.String()),
  /** Sets before and after a correction or its reversal. `null` for other events. */
  before: orNull(Type.Array(RecordSet)),
  after: orNull(Type.Array(RecordSet)),
});
export type RecordEvent = Type.Static<typeof RecordEvent>;

const RecordCorrection = Type.Object({
  id: Type.Integer(),
  state: Type.Enum([...correctionStates]),
  reason: Type.String(),
  madeAt: Instant,
  decidedAt: orNull(Instant),
  /** Comment of staff on the correction. `null` without a comment. */
  decisionReason: orNull(Type.String()),
  before: Type.Array(RecordSet),
  after: Type.Array(RecordSet),
});
export type RecordCorrection = Type.Static<typeof RecordCorrection>;

export const WorkoutRecord = Type.Object({
  workout: Workout,
  machineId: Type.Integer(),
  gymId: Type.Integer(),
  /** Loads that the machine can be set to, in kg. A correction must stay within them. */
  loads: Type.Object({
    minLoad: Type.Number(),
    maxLoad: Type.Number(),
    loadStep: Type.Number(),
  }),
  sets: Type.Array(RecordSet),
  /** Identifies this state of the record to a correction. `null` when it was never corrected. */
  correctedAt: orNull(Instant),
  /**
   * `null` for a record that counts. A rejected record is visible only here and in the list of
   * rejected records.
   */
  rejection: orNull(
    Type.Object({
      rejectedAt: Instant,
      reason: orNull(Type.String()),
      /** Last moment at which the rejection can be taken back. */
      undoUntil: Instant,
    }),
  ),
  /** The member's last correction. `null` without one. Corrections by staff are in `events`. */
  correction: orNull(RecordCorrection),
  /**
   * Whether the record counts in rankings. It does not while a correction is pending or after a
   * rejection.
   */
  ranked: Type.Boolean(),
  /** The `recorded` event of the machine, then the newest 50 events since, oldest first. */
  events: Type.Array(RecordEvent),
});
export type WorkoutRecord = Type.Static<typeof WorkoutRecord>;

export const getWorkoutRecord = endpoint({
  method: 'GET',
  url: '/workouts/:workoutId/record',
  access: 'member',
  summary: 'What happened to a workout of the member, also to a rejected one for 30 days',
  schema: { params, response: { 200: WorkoutRecord } },
});

export const rejectWorkout = endpoint({
  method: 'PUT',
  url: '/workouts/:workoutId/rejection',
  access: 'member',
  summary:
    'Says that a record is not of the member: it leaves history, bests and rankings at once; repeatable. 409 rejection_limit_reached',
  schema: {
    params,
    body: closedObject({ reason: Type.Optional(Reason) }),
    response: { 200: WorkoutRecord },
  },
});

export const restoreWorkout = endpoint({
  method: 'DELETE',
  url: '/workouts/:workoutId/rejection',
  access: 'member',
  summary: 'Takes a rejection back within 30 days; repeatable. 404 after them',
  schema: { params, response: { 200: WorkoutRecord } },
});

export const RejectedWorkout = Type.Object({
  workout: Workout,
  rejectedAt: Instant,
  undoUntil: Instant,
});
export type RejectedWorkout = Type.Static<typeof RejectedWorkout>;

export const listRejectedWorkouts = endpoint({
  method: 'GET',
  url: '/rejected-workouts',
  access: 'member',
  summary: 'Records that the member rejected within 30 days, the last one first',
  schema: { querystring: closedObject(pageQuery), response: { 200: pageOf(RejectedWorkout) } },
});

/** One set of the corrected record. A present set that is not named is removed. */
const ProposedSet = closedObject({
  /**
   * Position of the present set, from 0. A position after the last one adds a set that the machine
   * missed; the record then has at most 50 sets.
   */
  position: Type.Integer({ minimum: 0, maximum: 199 }),
  loadKg: Type.Number({ minimum: 0, maximum: 1000 }),
  /**
   * A number above the machine's count is accepted only as far as the duration of the bout allows.
   */
  repCount: Type.Integer({ minimum: 1, maximum: maxReps }),
});

export const proposeCorrection = endpoint({
  method: 'PUT',
  url: '/workouts/:workoutId/correction',
  access: 'member',
  summary:
    'Corrects reps and loads, or adds a missing set, with a reason: the record keeps its sets and leaves the rankings until staff have confirmed the correction. 409 stale_version, correction_pending, correction_limit_reached after 10 in 24 hours or when 50 things happened to the record, load_unusually_heavy without heavyConfirmed',
  schema: {
    params,
    body: closedObject({
      sets: Type.Array(ProposedSet, { minItems: 1, maxItems: 200 }),
      reason: Reason,
      /** `correctedAt` of the record that is corrected. `null` when it was never corrected. */
      correctedAt: orNull(Type.String({ format: 'date-time', maxLength: 40 })),
      /** Whether the member confirmed a load that is far above their best. */
      heavyConfirmed: Type.Optional(Type.Boolean()),
    }),
    response: { 200: WorkoutRecord },
  },
});

export const withdrawCorrection = endpoint({
  method: 'DELETE',
  url: '/workouts/:workoutId/correction',
  access: 'member',
  summary:
    'Takes back a correction that staff have not decided: the record is as it was; repeatable. 409 correction_decided',
  schema: { params, response: { 200: WorkoutRecord } },
});
