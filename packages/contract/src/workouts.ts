import { personalBestKinds } from '@tanren/domain/personal-bests';
import { recordMarks } from '@tanren/domain/workout-records';
import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from './endpoint.ts';
import { WorkoutTypeId } from './workout-types.ts';

const workoutFields = {
  id: Type.Integer(),
  workoutTypeId: Type.Integer(),
  startedAt: Type.String({ format: 'date-time' }),
  endedAt: Type.String({ format: 'date-time' }),
  /** Of the visit it belongs to: a gym day may last past midnight, so the date may be the next. */
  gymDay: Type.String({ format: 'date' }),
  /** The largest load of a completed rep, and the sum of all of them, in kg. */
  max: Type.Number(),
  tfo: Type.Number(),
  setCount: Type.Integer(),
  repCount: Type.Integer(),
  personalBests: Type.Array(Type.Enum([...personalBestKinds])),
  /** What is said beside it; absent: it is as the machine sent it for a linked member. */
  marks: Type.Optional(Type.Array(Type.Enum([...recordMarks]))),
};

export const Workout = Type.Object(workoutFields);
export type Workout = Type.Static<typeof Workout>;

export const WorkoutSet = Type.Object({
  loadKg: Type.Number(),
  reps: Type.Array(
    Type.Object({
      loadKg: Type.Number(),
      /** How long the rep took. */
      ms: Type.Integer(),
    }),
  ),
});
export type WorkoutSet = Type.Static<typeof WorkoutSet>;

/** The best estimate of the workout; `reference`: from 11 or 12 reps, shown as 参考値. */
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
  /** The workout of the same type before it, with its reps, for comparison. */
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
  /** null: done outside of a session, or the session is deleted. */
  trainingSessionId: Type.Union([Type.Integer(), Type.Null()]),
  /** As the session was called then. */
  trainingSessionTitle: Type.Union([Type.String(), Type.Null()]),
  /** When and why the record was corrected; null: it is as the machine sent it. */
  correction: Type.Union([
    Type.Object({
      reason: Type.String(),
      correctedAt: Type.String({ format: 'date-time' }),
      /** Absent: by staff. */
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
    params: closedObject({ workoutId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    response: { 200: WorkoutDetail },
  },
});

/** A file, not JSON: read the answer's bytes. Its name is in Content-Disposition. */
const CsvFile = Type.Unsafe<unknown>({ type: 'string', format: 'binary' });

export const exportWorkouts = endpoint({
  method: 'GET',
  url: '/my/workouts.csv',
  access: 'member',
  summary: 'Workouts of the member as CSV for spreadsheets (UTF-8 with BOM), one row a set',
  schema: {
    querystring: closedObject(workoutTypeQuery),
    produces: ['text/csv'],
    response: { 200: CsvFile },
  },
});
