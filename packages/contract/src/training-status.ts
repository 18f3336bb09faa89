import { muscles } from '@tanren/domain/muscles';
import * as Type from 'typebox';
import { endpoint } from './endpoint.ts';

export const TrainingStatus = Type.Object({
  /** Monday of the current week in the gym's time zone. */
  weekStartsOn: Type.String({ format: 'date' }),
  /** Gym days of this week with a workout. */
  trainedDays: Type.Array(Type.String({ format: 'date' })),
  /** Weeks in a row with a workout; the current one counts once it has one and breaks nothing before. */
  streakWeeks: Type.Integer(),
  /** All of them, whether trained or not. */
  muscles: Type.Array(
    Type.Object({
      muscle: Type.Enum(muscles.map(({ id }) => id)),
      /** Sets of the last seven gym days, today included; indirect ones count 0.5. */
      sets: Type.Number(),
      lastTrainedOn: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
    }),
  ),
});
export type TrainingStatus = Type.Static<typeof TrainingStatus>;

/** Ours. */
export const getTrainingStatus = endpoint({
  method: 'GET',
  url: '/training-status',
  access: 'member',
  summary: 'This week of the member, and the last seven days by muscle',
  schema: { response: { 200: TrainingStatus } },
});
