import { recordMarks } from '@tanren/domain/workouts/workout-records';
import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';
import { OneRepMaxEstimate } from './workouts.ts';
import { WorkoutTypeId } from './workout-types.ts';

export const historyPeriods = ['1m', '3m', '1y', 'all'] as const;
export type HistoryPeriod = (typeof historyPeriods)[number];

const Best = Type.Object({
  value: Type.Number(),
  workoutId: Type.Integer(),
  achievedAt: Type.String({ format: 'date-time' }),
  gymDay: Type.String({ format: 'date' }),
});

export const WorkoutHistory = Type.Object({
  /** Points, oldest first. In a very long history only the best workout of each week. */
  points: Type.Array(
    Type.Object({
      workoutId: Type.Integer(),
      startedAt: Type.String({ format: 'date-time' }),
      gymDay: Type.String({ format: 'date' }),
      max: Type.Number(),
      tfo: Type.Number(),
      estimatedOneRepMax: Type.Union([OneRepMaxEstimate, Type.Null()]),
      /** Marks as shown beside the workout. Absent when there are none. */
      marks: Type.Optional(Type.Array(Type.Enum([...recordMarks]))),
    }),
  ),
  /** Best values of all time, independent of the period. `null` for a type that was never done. */
  bests: Type.Union([
    Type.Object({ max: Best, tfo: Best, oneRepMax: Type.Union([Best, Type.Null()]) }),
    Type.Null(),
  ]),
  workoutCount: Type.Integer(),
});
export type WorkoutHistory = Type.Static<typeof WorkoutHistory>;

/**
 * This endpoint is an addition to the specification: it serves the charts of one type without
 * paging through the list.
 */
export const getWorkoutHistory = endpoint({
  method: 'GET',
  url: '/workout-history/:workoutType',
  access: 'member',
  summary: 'The course of one workout type over a period, with the personal bests',
  schema: {
    params: closedObject({ workoutType: WorkoutTypeId }),
    querystring: closedObject({ period: Type.Optional(Type.Enum([...historyPeriods])) }),
    response: { 200: WorkoutHistory },
  },
});

export const WorkoutTrend = Type.Object({
  workoutTypeId: Type.Integer(),
  /**
   * Heaviest load in kg of each of the last twelve weeks of seven days, oldest first. The last week
   * ends today. `null` for a week without the type.
   */
  weeks: Type.Array(Type.Union([Type.Number(), Type.Null()])),
});
export type WorkoutTrend = Type.Static<typeof WorkoutTrend>;

/** This endpoint is an addition to the specification: it serves the small charts of all types. */
export const listWorkoutTrends = endpoint({
  method: 'GET',
  url: '/workout-trends',
  access: 'member',
  summary: 'The heaviest load of each of the last twelve weeks, for each type done in them',
  schema: { response: { 200: Type.Array(WorkoutTrend) } },
});
