import * as Type from 'typebox';
import { endpoint } from './endpoint.ts';
import { closedObject } from './closed-object.ts';
import { pageOf, pageQuery } from './paging.ts';
import { TrainingSessionSummary } from './training-sessions.ts';

export const TrainerTrainingSession = Type.Object({
  ...TrainingSessionSummary.properties,
  /** When the member last started it; null: never. */
  lastRunAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});
export type TrainerTrainingSession = Type.Static<typeof TrainerTrainingSession>;

export const listTrainerTrainingSessions = endpoint({
  method: 'GET',
  url: '/trainer-training-sessions',
  access: 'member',
  summary: 'Sessions that a trainer made for the member, last changed first',
  schema: {
    querystring: closedObject(pageQuery),
    response: { 200: pageOf(TrainerTrainingSession) },
  },
});
