import { nextLoadReasons } from '@tanren/domain/next-load';
import * as Type from 'typebox';
import { endpoint } from './endpoint.ts';
import { OneRepMaxEstimate } from './workouts.ts';

export const WorkoutLoad = Type.Object({
  workoutTypeId: Type.Integer(),
  /** Of the heaviest set of the newest workout, and the most reps done with it. */
  lastLoad: Type.Number(),
  lastReps: Type.Integer(),
  /** What the session that it was done in asked for; null: done freely. */
  lastPlannedReps: Type.Union([Type.Integer(), Type.Null()]),
  lastWorkoutAt: Type.String({ format: 'date-time' }),
  lastGymDay: Type.String({ format: 'date' }),
  /** The personal best, the reps of the set it was done in, and when. */
  maxLoad: Type.Number(),
  maxLoadAt: Type.String({ format: 'date-time' }),
  /** The heaviest of the last 90 days, or of all time: a load far above it is asked for once more. */
  recentBest: Type.Number(),
  estimatedOneRepMax: Type.Union([OneRepMaxEstimate, Type.Null()]),
  nextLoad: Type.Number(),
  nextLoadReason: Type.Enum([...nextLoadReasons]),
  /** The workout that the rule rests on, if it is not the newest: that one was light or broken off. */
  nextLoadFrom: Type.Optional(
    Type.Object({
      load: Type.Number(),
      reps: Type.Integer(),
      plannedReps: Type.Union([Type.Integer(), Type.Null()]),
      gymDay: Type.String({ format: 'date' }),
    }),
  ),
  /** In the trainer's words, when a trainer chose it. */
  nextLoadNote: Type.Union([
    Type.Object({ text: Type.String(), nickname: Type.String() }),
    Type.Null(),
  ]),
});
export type WorkoutLoad = Type.Static<typeof WorkoutLoad>;

export const listWorkoutLoads = endpoint({
  method: 'GET',
  url: '/workout-loads',
  access: 'account',
  summary: 'Last, best and next load of each type the member has done',
  schema: { response: { 200: Type.Array(WorkoutLoad) } },
});
