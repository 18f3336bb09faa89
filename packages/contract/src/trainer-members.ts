import { exerciseHabitIds, sexIds, trainingPurposeIds } from '@tanren/domain/profile';
import { trainerScopes } from '@tanren/domain/trainers';
import * as Type from 'typebox';
import { closedObject } from './closed-object.ts';
import { endpoint } from './endpoint.ts';

const Instant = Type.String({ format: 'date-time' });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Names the link, not the person: a link that has ended is a number of nobody. */
export const TrainedMemberId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const TrainedMemberParams = closedObject({ memberId: TrainedMemberId });

const memberFields = {
  memberId: Type.Integer(),
  nickname: Type.String(),
  linkedAt: Instant,
  /** What the member lets the trainer see. */
  scopes: Type.Array(Type.Enum([...trainerScopes])),
};

export const TrainedMember = Type.Object({
  ...memberFields,
  /** By the scope `history`; null outside of it or without any workout. */
  lastWorkoutAt: orNull(Instant),
  /** No workout for more than 28 days. */
  lapsed: Type.Boolean(),
  /** Types whose estimate has not grown over the last workouts; empty outside of the scope. */
  stalledWorkoutTypeIds: Type.Array(Type.Integer()),
  /** Weeks in a row, by the scope `status`; null outside of it. */
  streakWeeks: orNull(Type.Integer()),
});
export type TrainedMember = Type.Static<typeof TrainedMember>;

export const listTrainedMembers = endpoint({
  method: 'GET',
  url: '/trainer/members',
  access: 'trainer',
  summary: 'Members who are linked with the trainer, by their last workout, the longest ago first',
  schema: { response: { 200: Type.Array(TrainedMember) } },
});

export const linkMember = endpoint({
  method: 'POST',
  url: '/trainer/members',
  access: 'trainer',
  summary:
    "Links the member who told the code; 404 trainer_code_unknown, 409 own_trainer_code for one's own, 429 after wrong ones",
  schema: {
    body: closedObject({ code: Type.String({ minLength: 1, maxLength: 200 }) }),
    response: { 201: Type.Object(memberFields) },
  },
});

/** By the scope `profile`: what the member filled in. */
const TrainedProfile = Type.Object({
  height: orNull(Type.Number()),
  weight: orNull(Type.Number()),
  /** Years, not the day of birth. */
  age: orNull(Type.Integer()),
  sex: orNull(Type.Enum([...sexIds])),
  exerciseHabit: orNull(Type.Enum([...exerciseHabitIds])),
  trainingPurposes: Type.Array(Type.Enum([...trainingPurposeIds])),
});

export const TrainedMemberDetail = Type.Object({
  ...memberFields,
  /** null outside of the scope. */
  profile: orNull(TrainedProfile),
});
export type TrainedMemberDetail = Type.Static<typeof TrainedMemberDetail>;

export const getTrainedMember = endpoint({
  method: 'GET',
  url: '/trainer/members/:memberId',
  access: 'trainer',
  summary: 'A linked member; 404 for anybody else',
  schema: { params: TrainedMemberParams, response: { 200: TrainedMemberDetail } },
});

export const unlinkMember = endpoint({
  method: 'DELETE',
  url: '/trainer/members/:memberId',
  access: 'trainer',
  summary: 'Ends the link; repeatable while nobody else had the number',
  schema: { params: TrainedMemberParams, response: { 204: Type.Null() } },
});
