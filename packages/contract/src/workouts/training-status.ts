import { muscles } from '@tanren/domain/workouts/muscles';
import * as Type from 'typebox';
import { endpoint } from '#endpoint.ts';

export const TrainingStatus = Type.Object({
  /** Monday of the current week in the gym's time zone. */
  weekStartsOn: Type.String({ format: 'date' }),
  /** Gym days of this week with a workout. */
  trainedDays: Type.Array(Type.String({ format: 'date' })),
  /**
   * Number of consecutive weeks with a workout. The current week counts as soon as it has one;
   * until then it does not end the streak.
   */
  streakWeeks: Type.Integer(),
  /** All muscles, trained or not. */
  muscles: Type.Array(
    Type.Object({
      muscle: Type.Enum(muscles.map(({ id }) => id)),
      /** Number of sets in the last seven gym days, today included. An indirect set counts 0.5. */
      sets: Type.Number(),
      /**
       * Number of sets in each of the three weeks of seven days before these, newest first. Absent
       * in an answer of the previous release.
       */
      earlierSets: Type.Optional(Type.Array(Type.Number())),
      lastTrainedOn: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
    }),
  ),
});
export type TrainingStatus = Type.Static<typeof TrainingStatus>;

/** This endpoint is an addition to the specification. */
export const getTrainingStatus = endpoint({
  method: 'GET',
  url: '/training-status',
  access: 'member',
  summary: 'This week of the member, and the last seven days and the three weeks before by muscle',
  schema: { response: { 200: TrainingStatus } },
});
