import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from './endpoint.ts';
import { SessionId } from './training-sessions.ts';

/** A step of the running session, as it was when the run began. */
export const RunItem = Type.Object({
  workoutTypeId: Type.Integer(),
  /** Sets to do in this run, without the skipped ones. */
  sets: Type.Integer(),
  /** Number of sets of the menu that the member skips in this run; absent in older answers. */
  skippedSets: Type.Optional(Type.Integer()),
  reps: Type.Integer(),
  /** As the session says; null: おすすめ. */
  loadKg: Type.Union([Type.Number(), Type.Null()]),
  /** What to set now: the fixed load, or the member's next one; null without any record. */
  targetLoadKg: Type.Union([Type.Number(), Type.Null()]),
  restSeconds: Type.Integer(),
  /** Stored so far; what is being lifted is not in it. */
  doneSets: Type.Integer(),
});
export type RunItem = Type.Static<typeof RunItem>;

export const TrainingSessionRun = Type.Object({
  runId: Type.Integer(),
  /** null: deleted meanwhile. */
  trainingSessionId: Type.Union([Type.Integer(), Type.Null()]),
  title: Type.String(),
  startedAt: Type.String({ format: 'date-time' }),
  /** Ends by itself then. */
  endsBy: Type.String({ format: 'date-time' }),
  /** When the workout ended that did the last of its sets; null: some are left. */
  completedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  items: Type.Array(RunItem),
});
export type TrainingSessionRun = Type.Static<typeof TrainingSessionRun>;

export const startTrainingSessionRun = endpoint({
  method: 'POST',
  url: '/my/training-session-run',
  access: 'member',
  summary:
    'Starts a session, on the linked machine too; one that is under way ends, the same one goes on unless all of it is done',
  schema: {
    body: closedObject({ trainingSessionId: SessionId }),
    response: { 201: Type.Object({ run: TrainingSessionRun }) },
  },
});

export const getTrainingSessionRun = endpoint({
  method: 'GET',
  url: '/my/training-session-run',
  access: 'member',
  summary: 'The session that is under way, with its progress, if any',
  schema: {
    response: { 200: Type.Object({ run: Type.Union([TrainingSessionRun, Type.Null()]) }) },
  },
});

export const endTrainingSessionRun = endpoint({
  method: 'DELETE',
  url: '/my/training-session-run',
  access: 'member',
  summary: 'Ends the session that is under way; repeatable',
  schema: { response: { 204: Type.Null() } },
});

export const skipRunSets = endpoint({
  method: 'PUT',
  url: '/my/training-session-run/skipped-sets',
  access: 'member',
  summary:
    'Sets how many sets of an item are skipped in the run that is under way, on the linked machine too; repeatable. 404 if another run, or none, is under way',
  schema: {
    body: closedObject({
      runId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
      /** Position of the item in the run, from 0. */
      position: Type.Integer({ minimum: 0, maximum: 99 }),
      /** 0 takes the skipped sets back; at most the sets of the item in the menu. */
      skippedSets: Type.Integer({ minimum: 0, maximum: 50 }),
    }),
    response: { 200: Type.Object({ run: TrainingSessionRun }) },
  },
});

export const DoneRun = Type.Object({
  runId: Type.Integer(),
  startedAt: Type.String({ format: 'date-time' }),
  workouts: Type.Array(
    Type.Object({
      id: Type.Integer(),
      workoutTypeId: Type.Integer(),
      startedAt: Type.String({ format: 'date-time' }),
      max: Type.Number(),
      tfo: Type.Number(),
      setCount: Type.Integer(),
      repCount: Type.Integer(),
    }),
  ),
});
export type DoneRun = Type.Static<typeof DoneRun>;

export const listTrainingSessionRuns = endpoint({
  method: 'GET',
  url: '/my/training-session-runs',
  access: 'member',
  summary: 'When the member did a session, with the workouts, newest first',
  schema: {
    querystring: closedObject({ trainingSessionId: SessionId, ...pageQuery }),
    response: { 200: pageOf(DoneRun) },
  },
});
