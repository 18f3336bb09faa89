import { personalBestKinds } from '@tanren/domain/personal-bests';
import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from './endpoint.ts';
import { Workout } from './workouts.ts';
import { WorkoutTypeId } from './workout-types.ts';

/** 来館: what a member did in one gym on one gym day. */
export const Visit = Type.Object({
  /** The gym day, which may last past midnight: of the moment each of the workouts began. */
  date: Type.String({ format: 'date' }),
  gymId: Type.Integer(),
  /** null: the gym is no longer there. */
  gymName: Type.Union([Type.String(), Type.Null()]),
  /** From the first rep to the last. */
  startedAt: Type.String({ format: 'date-time' }),
  endedAt: Type.String({ format: 'date-time' }),
  minutes: Type.Integer(),
  /** Each once, in the order they were first done. */
  workoutTypeIds: Type.Array(Type.Integer()),
  setCount: Type.Integer(),
  repCount: Type.Integer(),
  /** Of all workouts together, in kg. */
  tfo: Type.Number(),
  /** What the visit improved, by type. */
  personalBests: Type.Array(
    Type.Object({
      workoutTypeId: Type.Integer(),
      kinds: Type.Array(Type.Enum([...personalBestKinds])),
    }),
  ),
  /** In the order they were done. */
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
        /** The one entered last comes first. */
        visits: Type.Array(Visit),
      }),
    },
  },
});
