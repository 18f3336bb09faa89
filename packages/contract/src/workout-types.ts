import * as Type from 'typebox';
import { endpoint } from './endpoint.ts';

export const WorkoutType = Type.Object({
  id: Type.Integer(),
  /** Whether the member has done it. */
  workouted: Type.Boolean(),
});
export type WorkoutType = Type.Static<typeof WorkoutType>;

export const listWorkoutTypes = endpoint({
  method: 'GET',
  url: '/workout-types',
  access: 'member',
  summary: 'The exercises the machines serve',
  schema: { response: { 200: Type.Array(WorkoutType) } },
});
