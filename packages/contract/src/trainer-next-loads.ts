import * as Type from 'typebox';
import { closedObject } from './closed-object.ts';
import { endpoint } from './endpoint.ts';
import { TrainedMemberId } from './trainer-members.ts';
import { WorkoutTypeId } from './workout-types.ts';

const params = closedObject({
  memberId: TrainedMemberId,
  workoutType: WorkoutTypeId,
});

export const setNextLoad = endpoint({
  method: 'PUT',
  url: '/trainer/members/:memberId/next-loads/:workoutType',
  access: 'trainer',
  summary:
    'Chooses the next load of a type the member has done, until it is taken back or the link ends; 409 load_unusually_heavy without heavyConfirmed; by the scope history',
  schema: {
    params,
    body: closedObject({
      /** Whether the machines can be set to it is decided by the domain. */
      loadKg: Type.Number({ minimum: 0, maximum: 1000 }),
      /** The member reads it. */
      reason: Type.String({ minLength: 1, maxLength: 1000 }),
      /** The trainer was told that it is far above the member's best, and means it. */
      heavyConfirmed: Type.Optional(Type.Boolean()),
    }),
    response: { 204: Type.Null() },
  },
});

export const clearNextLoad = endpoint({
  method: 'DELETE',
  url: '/trainer/members/:memberId/next-loads/:workoutType',
  access: 'trainer',
  summary: 'Takes the choice back; repeatable; by the scope history',
  schema: { params, response: { 204: Type.Null() } },
});
