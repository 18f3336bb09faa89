import { reportReasons, menuLimits, visibilities } from '@tanren/domain/menus/menus';
import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from '#endpoint.ts';
import { WorkoutTypeId } from '#workouts/workout-types.ts';

export const MenuId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const MenuIdParams = closedObject({ trainingSessionId: MenuId });

const itemFields = {
  workoutTypeId: WorkoutTypeId,
  sets: Type.Integer({ minimum: 1, maximum: menuLimits.sets }),
  reps: Type.Integer({ minimum: 1, maximum: menuLimits.reps }),
  /** `null` stands for おすすめ, the recommended next load of the member who trains. */
  loadKg: Type.Union([Type.Number({ minimum: 0, maximum: 1000 }), Type.Null()]),
  /** Rest after each set except the last. */
  restSeconds: Type.Integer({ minimum: 0, maximum: menuLimits.restSeconds }),
};

/** One step of a menu. The domain decides whether the machines can be set to its load. */
export const MenuItem = closedObject(itemFields);
export type MenuItem = Type.Static<typeof MenuItem>;

const Author = Type.Object({ nickname: Type.String(), isMe: Type.Boolean() });

const summaryFields = {
  trainingSessionId: Type.Integer(),
  title: Type.String(),
  tags: Type.Array(Type.String()),
  visibility: Type.Enum([...visibilities]),
  /** Each type once, in the order of the items. */
  workoutTypeIds: Type.Array(Type.Integer()),
  setCount: Type.Integer(),
  estimatedMinutes: Type.Integer(),
  author: Author,
  /** Whether a trainer made the menu for one member. Only these two people can read it. */
  byTrainer: Type.Boolean(),
  favorite: Type.Boolean(),
  favoriteCount: Type.Integer(),
  updatedAt: Type.String({ format: 'date-time' }),
};

export const TrainingSessionSummary = Type.Object(summaryFields);
export type TrainingSessionSummary = Type.Static<typeof TrainingSessionSummary>;

export const TrainingSession = Type.Object({
  ...summaryFields,
  description: Type.String(),
  items: Type.Array(Type.Object(itemFields)),
  /** Increases with each change. A change must name the version it was made from. */
  version: Type.Integer(),
  createdAt: Type.String({ format: 'date-time' }),
  /**
   * Reason why staff hid the menu from other members. Only its author sees it. `null` if it is not
   * hidden.
   */
  hiddenReason: Type.Union([Type.String(), Type.Null()]),
  /** `true` when the trainer who made the menu fixed the order of its items. Absent otherwise. */
  fixedOrder: Type.Optional(Type.Boolean()),
});
export type TrainingSession = Type.Static<typeof TrainingSession>;

/**
 * The domain normalizes these texts and counts their characters. The limits here only reject huge
 * texts.
 */
export const menuContentFields = {
  title: Type.String({ minLength: 1, maxLength: 400 }),
  description: Type.String({ maxLength: 4000 }),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: menuLimits.tags,
  }),
  visibility: Type.Enum([...visibilities]),
  items: Type.Array(MenuItem, { minItems: 1, maxItems: menuLimits.items }),
  /**
   * Whether a run keeps the order of the items. Only a menu that a trainer makes for a member stores
   * it. Without it, a change keeps the stored value.
   */
  fixedOrder: Type.Optional(Type.Boolean()),
};
const MenuContent = closedObject(menuContentFields);
export type MenuContent = Type.Static<typeof MenuContent>;

export const createTrainingSession = endpoint({
  method: 'POST',
  url: '/my/training-sessions',
  access: 'member',
  summary: 'Makes a session; 409 session_limit_reached when the member has too many',
  schema: {
    body: closedObject({
      ...menuContentFields,
      /** Id made by the caller. The same draft sent again, after a lost answer, is stored once. */
      draftId: Type.Optional(Type.String({ format: 'uuid', maxLength: 36 })),
    }),
    response: { 201: TrainingSession },
  },
});

export const listMyTrainingSessions = endpoint({
  method: 'GET',
  url: '/my/training-sessions',
  access: 'member',
  summary: "The member's own sessions, last changed first",
  schema: {
    querystring: closedObject(pageQuery),
    response: { 200: pageOf(TrainingSessionSummary) },
  },
});

export const getMyTrainingSession = endpoint({
  method: 'GET',
  url: '/my/training-sessions/:trainingSessionId',
  access: 'member',
  summary: 'A session of the member; 404 for one of somebody else',
  schema: { params: MenuIdParams, response: { 200: TrainingSession } },
});

export const updateTrainingSession = endpoint({
  method: 'PUT',
  url: '/my/training-sessions/:trainingSessionId',
  access: 'member',
  summary: 'Replaces a session; 409 stale_version when it was changed since it was read',
  schema: {
    params: MenuIdParams,
    body: closedObject({
      ...menuContentFields,
      version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    }),
    response: { 200: TrainingSession },
  },
});

export const deleteTrainingSession = endpoint({
  method: 'DELETE',
  url: '/my/training-sessions/:trainingSessionId',
  access: 'member',
  summary: 'Deletes an own session, or one made for the member; workouts done with it stay',
  schema: { params: MenuIdParams, response: { 204: Type.Null() } },
});

export const menuSorts = ['new', 'favorites'] as const;
export type MenuSort = (typeof menuSorts)[number];

export const searchTrainingSessions = endpoint({
  method: 'GET',
  url: '/training-sessions',
  access: 'member',
  summary: "Public sessions and one's own private ones: by words, tag and workout type",
  schema: {
    querystring: closedObject({
      /**
       * Words separated by spaces. Each must occur in the title, description, tags or machine
       * names.
       */
      query: Type.Optional(Type.String({ maxLength: menuLimits.query })),
      tag: Type.Optional(Type.String({ maxLength: 100 })),
      workoutType: Type.Optional(WorkoutTypeId),
      sort: Type.Optional(Type.Enum([...menuSorts])),
      ...pageQuery,
    }),
    response: { 200: pageOf(TrainingSessionSummary) },
  },
});

export const getTrainingSession = endpoint({
  method: 'GET',
  url: '/training-sessions/:trainingSessionId',
  access: 'member',
  summary: "A public session, or one of one's own; anything else 404",
  schema: { params: MenuIdParams, response: { 200: TrainingSession } },
});

export const listTrainingSessionTags = endpoint({
  method: 'GET',
  url: '/training-session-tags',
  access: 'member',
  summary: 'Tags of public sessions with their counts, the most used first, and own ones',
  schema: {
    querystring: closedObject({
      query: Type.Optional(Type.String({ maxLength: menuLimits.query })),
    }),
    response: { 200: Type.Array(Type.Object({ tag: Type.String(), count: Type.Integer() })) },
  },
});

export const listFavoriteTrainingSessions = endpoint({
  method: 'GET',
  url: '/my/favorite-training-sessions',
  access: 'member',
  summary: 'Favourites of the member that can be seen now, last added first',
  schema: {
    querystring: closedObject(pageQuery),
    response: { 200: pageOf(TrainingSessionSummary) },
  },
});

export const setFavoriteTrainingSession = endpoint({
  method: 'POST',
  url: '/my/favorite-training-sessions',
  access: 'member',
  summary: 'Marks or unmarks a session as favourite; repeatable',
  schema: {
    body: closedObject({ trainingSessionId: MenuId, favorite: Type.Boolean() }),
    response: {
      200: Type.Object({
        trainingSessionId: Type.Integer(),
        favorite: Type.Boolean(),
        favoriteCount: Type.Integer(),
      }),
    },
  },
});

export const reportTrainingSession = endpoint({
  method: 'POST',
  url: '/training-sessions/:trainingSessionId/reports',
  access: 'member',
  summary: 'Tells staff about a public session of somebody else; repeatable, the last one counts',
  schema: {
    params: MenuIdParams,
    body: closedObject({
      reason: Type.Enum([...reportReasons]),
      comment: Type.String({ maxLength: 2000 }),
    }),
    response: { 204: Type.Null() },
  },
});

export const TrainerTrainingSession = Type.Object({
  ...TrainingSessionSummary.properties,
  /** Time at which the member last started the menu. `null` before the first time. */
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
