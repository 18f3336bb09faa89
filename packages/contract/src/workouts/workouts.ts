import { personalBestKinds } from '@tanren/domain/workouts/personal-bests';
import { repSides } from '@tanren/domain/workouts/rep-measures';
import { recordMarks } from '@tanren/domain/workouts/workout-records';
import * as Type from 'typebox';
import { closedObject, endpoint, LongId, pageOf, pageQuery } from '#endpoint.ts';
import { WorkoutTypeId } from './workout-types.ts';

const workoutFields = {
  id: Type.Integer(),
  workoutTypeId: Type.Integer(),
  startedAt: Type.String({ format: 'date-time' }),
  endedAt: Type.String({ format: 'date-time' }),
  /**
   * Gym day of the visit. A gym day may last past midnight, so the calendar date may be the next
   * one.
   */
  gymDay: Type.String({ format: 'date' }),
  /** Largest load of a completed rep, and the sum of the loads of all reps, in kg. */
  max: Type.Number(),
  tfo: Type.Number(),
  setCount: Type.Integer(),
  repCount: Type.Integer(),
  personalBests: Type.Array(Type.Enum([...personalBestKinds])),
  /**
   * Marks shown beside the workout. Absent when it is as the machine sent it for a linked member.
   */
  marks: Type.Optional(Type.Array(Type.Enum([...recordMarks]))),
};

export const Workout = Type.Object(workoutFields);
export type Workout = Type.Static<typeof Workout>;

const measured = Type.Optional(Type.Integer());

/** A rep. A measure is absent when the machine does not measure it. */
const WorkoutRep = Type.Object({
  loadKg: Type.Number(),
  /** Duration of the rep in milliseconds. */
  ms: Type.Integer(),
  /** Start in milliseconds after the start of the workout. */
  startMs: measured,
  /** Durations of the lifting and of the lowering phase. */
  concentricMs: measured,
  eccentricMs: measured,
  rangeMm: measured,
  meanVelocityMmPerS: measured,
  peakVelocityMmPerS: measured,
  side: Type.Optional(Type.Enum([...repSides])),
});

export const WorkoutSet = Type.Object({
  loadKg: Type.Number(),
  reps: Type.Array(WorkoutRep),
  /** Reps that were not completed. They count in no result. */
  failedReps: Type.Optional(Type.Array(WorkoutRep)),
  /** Start in milliseconds after the start of the workout. */
  startMs: measured,
  /** Seat position. */
  seat: measured,
});
export type WorkoutSet = Type.Static<typeof WorkoutSet>;

/** Best estimate of the workout. `reference` is true for 11 or 12 reps, which are shown as 参考値. */
export const OneRepMaxEstimate = Type.Object({
  kg: Type.Number(),
  reps: Type.Integer(),
  reference: Type.Boolean(),
});
export type OneRepMaxEstimate = Type.Static<typeof OneRepMaxEstimate>;

export const WorkoutDetail = Type.Object({
  ...workoutFields,
  sets: Type.Array(WorkoutSet),
  estimatedOneRepMax: Type.Union([OneRepMaxEstimate, Type.Null()]),
  /** Previous workout of the same type with its reps, for comparison. `null` for the first one. */
  previous: Type.Union([
    Type.Object({
      id: Type.Integer(),
      startedAt: Type.String({ format: 'date-time' }),
      gymDay: Type.String({ format: 'date' }),
      max: Type.Number(),
      tfo: Type.Number(),
      sets: Type.Array(WorkoutSet),
    }),
    Type.Null(),
  ]),
  /** `null` for a workout without a menu, or after the menu was deleted. */
  trainingSessionId: Type.Union([Type.Integer(), Type.Null()]),
  /** Title of the menu at that time. `null` for a workout without a menu. */
  trainingSessionTitle: Type.Union([Type.String(), Type.Null()]),
  /** Time of and reason for the correction. `null` when the record is as the machine sent it. */
  correction: Type.Union([
    Type.Object({
      reason: Type.String(),
      correctedAt: Type.String({ format: 'date-time' }),
      /** Absent when staff made the correction. */
      by: Type.Optional(Type.Enum(['member', 'staff'])),
    }),
    Type.Null(),
  ]),
});
export type WorkoutDetail = Type.Static<typeof WorkoutDetail>;

const workoutTypeQuery = {
  workoutType: Type.Optional(WorkoutTypeId),
};

export const listWorkouts = endpoint({
  method: 'GET',
  url: '/workouts',
  access: 'member',
  summary: 'Workouts of the member, newest first',
  schema: {
    querystring: closedObject({ ...workoutTypeQuery, ...pageQuery }),
    response: { 200: pageOf(Workout) },
  },
});

export const getLatestWorkout = endpoint({
  method: 'GET',
  url: '/workouts/latest',
  access: 'account',
  summary: 'The newest workout of the member; 404 while there is none',
  schema: { response: { 200: WorkoutDetail } },
});

export const getWorkout = endpoint({
  method: 'GET',
  url: '/workouts/:workoutId',
  access: 'member',
  summary: 'A workout of the member with every rep',
  schema: {
    params: closedObject({ workoutId: LongId }),
    response: { 200: WorkoutDetail },
  },
});

/**
 * The answer is a file, not JSON: the caller reads its bytes. Content-Disposition contains its
 * name.
 */
const CsvFile = Type.Unsafe<unknown>({ type: 'string', format: 'binary' });

export const exportWorkouts = endpoint({
  method: 'GET',
  url: '/my/workouts.csv',
  access: 'member',
  summary:
    'Workouts of the member as CSV for spreadsheets (UTF-8 with BOM), one row a set. The last columns are what the machine measured, as averages of the set',
  schema: {
    querystring: closedObject(workoutTypeQuery),
    produces: ['text/csv'],
    response: { 200: CsvFile },
  },
});
