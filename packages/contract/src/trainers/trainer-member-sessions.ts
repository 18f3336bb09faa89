import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from '#endpoint.ts';
import { TrainedMemberId, TrainedMemberParams } from './trainer-members.ts';
import {
  menuContentFields,
  MenuId,
  TrainingSession,
  TrainingSessionSummary,
} from '#menus/menus.ts';

/*
 * Menus that a trainer makes for one member. They are visible to these two only, whatever
 * visibility the body names. The member keeps them when the link ends.
 */

const params = closedObject({ memberId: TrainedMemberId, trainingSessionId: MenuId });

export const listTrainedMenus = endpoint({
  method: 'GET',
  url: '/trainer/members/:memberId/training-sessions',
  access: 'trainer',
  summary: 'Sessions that the trainer made for a linked member, last changed first',
  schema: {
    params: TrainedMemberParams,
    querystring: closedObject(pageQuery),
    response: { 200: pageOf(TrainingSessionSummary) },
  },
});

export const createTrainedMenu = endpoint({
  method: 'POST',
  url: '/trainer/members/:memberId/training-sessions',
  access: 'trainer',
  summary: 'Makes a session for a linked member; 409 session_limit_reached',
  schema: {
    params: TrainedMemberParams,
    body: closedObject({
      ...menuContentFields,
      /** Id made by the caller. The same draft sent again is stored once. */
      draftId: Type.Optional(Type.String({ format: 'uuid', maxLength: 36 })),
    }),
    response: { 201: TrainingSession },
  },
});

export const getTrainedMenu = endpoint({
  method: 'GET',
  url: '/trainer/members/:memberId/training-sessions/:trainingSessionId',
  access: 'trainer',
  summary: 'A session that the trainer made for a linked member',
  schema: { params, response: { 200: TrainingSession } },
});

export const updateTrainedMenu = endpoint({
  method: 'PUT',
  url: '/trainer/members/:memberId/training-sessions/:trainingSessionId',
  access: 'trainer',
  summary: 'Replaces it; 409 stale_version when it was changed since it was read',
  schema: {
    params,
    body: closedObject({
      ...menuContentFields,
      version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    }),
    response: { 200: TrainingSession },
  },
});

export const deleteTrainedMenu = endpoint({
  method: 'DELETE',
  url: '/trainer/members/:memberId/training-sessions/:trainingSessionId',
  access: 'trainer',
  summary: 'Deletes it; workouts done with it stay',
  schema: { params, response: { 204: Type.Null() } },
});
