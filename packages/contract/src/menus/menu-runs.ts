import * as Type from 'typebox';
import { closedObject, endpoint, LongId, pageOf, pageQuery } from '#endpoint.ts';
import { WorkoutTypeId } from '#workouts/workout-types.ts';
import { MenuId } from './menus.ts';

/** Step of the running menu, as it was when the run began. */
export const RunItem = Type.Object({
  workoutTypeId: Type.Integer(),
  /** Type of the menu that the member replaced by another in this run. Absent otherwise. */
  plannedTypeId: Type.Optional(Type.Integer()),
  /** Number of sets to do in this run, without the skipped ones. */
  sets: Type.Integer(),
  /** Number of sets of the menu that the member skips in this run. Absent in older answers. */
  skippedSets: Type.Optional(Type.Integer()),
  reps: Type.Integer(),
  /** Load that the menu fixes. `null` stands for おすすめ. */
  loadKg: Type.Union([Type.Number(), Type.Null()]),
  /** Load to set now: the fixed load, or the member's next load. `null` when there is neither. */
  targetLoadKg: Type.Union([Type.Number(), Type.Null()]),
  restSeconds: Type.Integer(),
  /** Number of stored sets. The set in progress does not count. */
  doneSets: Type.Integer(),
});
export type RunItem = Type.Static<typeof RunItem>;

export const TrainingSessionRun = Type.Object({
  runId: Type.Integer(),
  /** `null` after the menu was deleted. */
  trainingSessionId: Type.Union([Type.Integer(), Type.Null()]),
  title: Type.String(),
  startedAt: Type.String({ format: 'date-time' }),
  /** Time at which the run ends by itself. */
  endsBy: Type.String({ format: 'date-time' }),
  /** End of the workout that completed the last set. `null` while sets are left. */
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
    body: closedObject({ trainingSessionId: MenuId }),
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
      runId: LongId,
      /** Position of the item in the run, from 0. */
      position: Type.Integer({ minimum: 0, maximum: 99 }),
      /**
       * Number of sets to skip, at most the sets of the item in the menu. 0 restores the skipped
       * sets.
       */
      skippedSets: Type.Integer({ minimum: 0, maximum: 50 }),
    }),
    response: { 200: Type.Object({ run: TrainingSessionRun }) },
  },
});

export const replaceRunType = endpoint({
  method: 'PUT',
  url: '/my/training-session-run/replaced-type',
  access: 'member',
  summary:
    'Does an item of the run that is under way on a machine for the same muscles, or again on its own; repeatable. 404 if another run, or none, is under way; 409 type_not_equal',
  schema: {
    body: closedObject({
      runId: LongId,
      /** Position of the item in the run, from 0. */
      position: Type.Integer({ minimum: 0, maximum: 99 }),
      /** Type to do. The type of the menu restores the item. */
      workoutTypeId: WorkoutTypeId,
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
    querystring: closedObject({ trainingSessionId: MenuId, ...pageQuery }),
    response: { 200: pageOf(DoneRun) },
  },
});
