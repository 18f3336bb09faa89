import { nextLoadReasons } from '@tanren/domain/workouts/next-load';
import * as Type from 'typebox';
import { endpoint } from '#endpoint.ts';
import { OneRepMaxEstimate } from './workouts.ts';
import { StrengthBand } from './workout-strength.ts';

export const WorkoutLoad = Type.Object({
  workoutTypeId: Type.Integer(),
  /** Load of the heaviest set of the newest workout, and the most reps done with it. */
  lastLoad: Type.Number(),
  lastReps: Type.Integer(),
  /**
   * Number of reps that the menu of that workout asked for. `null` for a workout without a menu.
   */
  lastPlannedReps: Type.Union([Type.Integer(), Type.Null()]),
  lastWorkoutAt: Type.String({ format: 'date-time' }),
  lastGymDay: Type.String({ format: 'date' }),
  /** Heaviest load ever, and the time at which it was lifted. */
  maxLoad: Type.Number(),
  maxLoadAt: Type.String({ format: 'date-time' }),
  /**
   * Heaviest load of the last 90 days, or else of all time. The member must confirm a load far
   * above it.
   */
  recentBest: Type.Number(),
  estimatedOneRepMax: Type.Union([OneRepMaxEstimate, Type.Null()]),
  /** Estimated one-rep max of today. Absent while too little is known. */
  strength: Type.Optional(StrengthBand),
  nextLoad: Type.Number(),
  nextLoadReason: Type.Enum([...nextLoadReasons]),
  /** Chance from 0 to 1 of so many reps with the next load. Absent while too little is known. */
  nextLoadChance: Type.Optional(Type.Object({ reps: Type.Integer(), chance: Type.Number() })),
  /**
   * Workout that the rule is based on. Absent when it is the newest one. It is another one when the
   * newest was light or was broken off.
   */
  nextLoadFrom: Type.Optional(
    Type.Object({
      load: Type.Number(),
      reps: Type.Integer(),
      plannedReps: Type.Union([Type.Integer(), Type.Null()]),
      gymDay: Type.String({ format: 'date' }),
    }),
  ),
  /** Reason in the trainer's words. `null` unless a trainer chose the load. */
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
