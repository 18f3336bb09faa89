import { personalBestKinds } from '@tanren/domain/workouts/personal-bests';
import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from '#endpoint.ts';
import { Workout } from './workouts.ts';
import { WorkoutTypeId } from './workout-types.ts';

/** 来館: all workouts of a member in one gym on one gym day. */
export const Visit = Type.Object({
  /** Gym day on which the workouts began. It may last past midnight. */
  date: Type.String({ format: 'date' }),
  gymId: Type.Integer(),
  /** `null` after the gym was deleted. */
  gymName: Type.Union([Type.String(), Type.Null()]),
  /** Time of the first rep; `endedAt` is the time of the last. */
  startedAt: Type.String({ format: 'date-time' }),
  endedAt: Type.String({ format: 'date-time' }),
  minutes: Type.Integer(),
  /** Each type once, in the order of the first workouts. */
  workoutTypeIds: Type.Array(Type.Integer()),
  setCount: Type.Integer(),
  repCount: Type.Integer(),
  /** Total of all workouts in kg. */
  tfo: Type.Number(),
  /** Personal bests of the visit, by type. */
  personalBests: Type.Array(
    Type.Object({
      workoutTypeId: Type.Integer(),
      kinds: Type.Array(Type.Enum([...personalBestKinds])),
    }),
  ),
  /** Workouts in the order in which they were done. */
  workouts: Type.Array(Workout),
});
export type Visit = Type.Static<typeof Visit>;

export const listVisits = endpoint({
  method: 'GET',
  url: '/visits',
  access: 'member',
  summary: 'Visits of the member, newest first; with a type those in which it was done, as a whole',
  schema: {
    querystring: closedObject({ workoutType: Type.Optional(WorkoutTypeId), ...pageQuery }),
    response: { 200: pageOf(Visit) },
  },
});

export const getVisits = endpoint({
  method: 'GET',
  url: '/visits/:date',
  access: 'member',
  summary: 'The visits of the member on one gym day, one for each gym; 404 when there was none',
  schema: {
    params: closedObject({ date: Type.String({ format: 'date' }) }),
    response: {
      200: Type.Object({
        date: Type.String({ format: 'date' }),
        /** Visits of the day. The one that began last comes first. */
        visits: Type.Array(Visit),
      }),
    },
  },
});

/** A visit without its workouts, for the calendar. */
export const VisitTotals = Type.Omit(Visit, ['workouts']);
export type VisitTotals = Type.Static<typeof VisitTotals>;

/** This endpoint is an addition to the specification: it serves a month of the calendar at once. */
export const listVisitsOfMonth = endpoint({
  method: 'GET',
  url: '/visits/months/:month',
  access: 'member',
  summary: 'The visits of the member in one calendar month, newest first, without their workouts',
  schema: {
    params: closedObject({ month: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }) }),
    response: {
      200: Type.Object({
        visits: Type.Array(VisitTotals),
        /** Gym day of the member's first visit ever. `null` without a visit. */
        firstDate: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
      }),
    },
  },
});
