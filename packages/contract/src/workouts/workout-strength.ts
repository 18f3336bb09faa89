import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';
import { historyPeriods } from './workout-history.ts';
import { WorkoutTypeId } from './workout-types.ts';

/** Range in kg that contains the one-rep max with a chance of 80 %. */
export const StrengthBand = Type.Object({ low: Type.Number(), high: Type.Number() });
export type StrengthBand = Type.Static<typeof StrengthBand>;

export const WorkoutStrength = Type.Object({
  /**
   * Estimated one-rep max in kg after each gym day with a workout of the type, oldest first. Days on
   * which too little was known are left out. In a very long history only the last day of each week.
   */
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      low: Type.Number(),
      middle: Type.Number(),
      high: Type.Number(),
    }),
  ),
  /**
   * Change in percent between the first and the last day. `null` when it is not larger than the
   * noise, and with fewer than two days.
   */
  change: Type.Union([Type.Number(), Type.Null()]),
  /** Day from which the change counts: the first day. `null` with fewer than two days. */
  changeSince: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
});
export type WorkoutStrength = Type.Static<typeof WorkoutStrength>;

const query = closedObject({ period: Type.Optional(Type.Enum([...historyPeriods])) });

/** This endpoint is an addition to the specification: it serves the fan chart of one type. */
export const getWorkoutStrength = endpoint({
  method: 'GET',
  url: '/workout-strength/:workoutType',
  access: 'member',
  summary: 'How strong the member is in one workout type, with the margin, over a period',
  schema: {
    params: closedObject({ workoutType: WorkoutTypeId }),
    querystring: query,
    response: { 200: WorkoutStrength },
  },
});

/** Number of predictions, the number that was expected to come true, and the number that did. */
const outcomes = {
  count: Type.Integer(),
  /** Sum of the predicted chances. */
  expected: Type.Number(),
  reached: Type.Integer(),
};

export const StrengthCalibration = Type.Object({
  /** The last predictions of the planned reps, at most 100, each made before its workout. */
  ...outcomes,
  /** The same by predicted chance. Groups without a prediction are left out. */
  groups: Type.Array(
    Type.Object({
      /** Chances of the group, from 0 to 1. */
      from: Type.Number(),
      to: Type.Number(),
      ...outcomes,
    }),
  ),
  /** The same by workout type. Types without a prediction are left out. */
  types: Type.Array(
    Type.Object({
      workoutTypeId: Type.Integer(),
      ...outcomes,
      /** Whether the member reaches clearly more or fewer than predicted. Absent otherwise. */
      deviation: Type.Optional(Type.Enum(['more', 'fewer'])),
    }),
  ),
});
export type StrengthCalibration = Type.Static<typeof StrengthCalibration>;
