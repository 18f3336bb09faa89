import * as Type from 'typebox';
import { endpoint } from './endpoint.ts';

export const Workout = Type.Object({
  id: Type.Integer(),
  workoutTypeId: Type.Integer(),
  startedAt: Type.String({ format: 'date-time' }),
  endedAt: Type.String({ format: 'date-time' }),
  /** The largest load of a completed rep, and the sum of all of them, in kg. */
  max: Type.Number(),
  tfo: Type.Number(),
  setCount: Type.Integer(),
  repCount: Type.Integer(),
});
export type Workout = Type.Static<typeof Workout>;

export const getLatestWorkout = endpoint({
  method: 'GET',
  url: '/workouts/latest',
  access: 'member',
  summary: 'The newest workout of the member; 404 while there is none',
  schema: { response: { 200: Workout } },
});
