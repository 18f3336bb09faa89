import { exerciseHabitIds, sexIds, trainingPurposeIds } from '@tanren/domain/profile';
import { trainerScopes } from '@tanren/domain/trainers';
import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from './endpoint.ts';
import { TrainingStatus } from './training-status.ts';
import { historyPeriods, WorkoutHistory } from './workout-history.ts';
import { WorkoutLoad } from './workout-loads.ts';
import { WorkoutTypeId } from './workout-types.ts';
import { Workout, WorkoutDetail } from './workouts.ts';

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
  /** Types with a new best weight or estimate of the last week; empty outside of the scope. */
  recentBestWorkoutTypeIds: Type.Array(Type.Integer()),
  /**
   * When the trainer's newest menu for the member was made, while the member has not begun it; null
   * outside of the scope `history`.
   */
  menuWaitsSince: orNull(Instant),
  /** Weeks in a row, by the scope `status`; null outside of it. */
  streakWeeks: orNull(Type.Integer()),
});
export type TrainedMember = Type.Static<typeof TrainedMember>;

export const listTrainedMembers = endpoint({
  method: 'GET',
  url: '/trainer/members',
  access: 'trainer',
  summary: 'Members who are linked with the trainer, by their last workout, the longest ago first',
  schema: { querystring: closedObject(pageQuery), response: { 200: pageOf(TrainedMember) } },
});

export const linkMember = endpoint({
  method: 'POST',
  url: '/trainer/members',
  access: 'trainer',
  // A code works once, and each guess has to be counted before the answer.
  ignoresIdempotencyKey: true,
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

/*
 * What a trainer sees of a member: the member's own answers, behind the link and its scope.
 * 404 without a link, 403 scope_not_granted outside of what the member lets see.
 */

const MemberTypeParams = closedObject({ memberId: TrainedMemberId, workoutType: WorkoutTypeId });
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const listTrainedWorkouts = endpoint({
  method: 'GET',
  url: '/trainer/members/:memberId/workouts',
  access: 'trainer',
  summary: 'Workouts of a linked member, newest first; by the scope history',
  schema: {
    params: TrainedMemberParams,
    querystring: closedObject({ workoutType: Type.Optional(WorkoutTypeId), ...pageQuery }),
    response: { 200: pageOf(Workout) },
  },
});

export const getTrainedWorkout = endpoint({
  method: 'GET',
  url: '/trainer/members/:memberId/workouts/:workoutId',
  access: 'trainer',
  summary: 'A workout of a linked member with every rep; by the scope history',
  schema: {
    params: closedObject({ memberId: TrainedMemberId, workoutId: Id }),
    response: { 200: WorkoutDetail },
  },
});

export const getTrainedHistory = endpoint({
  method: 'GET',
  url: '/trainer/members/:memberId/workout-history/:workoutType',
  access: 'trainer',
  summary: 'The course of one workout type of a linked member; by the scope history',
  schema: {
    params: MemberTypeParams,
    querystring: closedObject({ period: Type.Optional(Type.Enum([...historyPeriods])) }),
    response: { 200: WorkoutHistory },
  },
});

export const listTrainedLoads = endpoint({
  method: 'GET',
  url: '/trainer/members/:memberId/workout-loads',
  access: 'trainer',
  summary: 'Last, best and next loads of a linked member; by the scope history',
  schema: { params: TrainedMemberParams, response: { 200: Type.Array(WorkoutLoad) } },
});

export const getTrainedStatus = endpoint({
  method: 'GET',
  url: '/trainer/members/:memberId/training-status',
  access: 'trainer',
  summary: 'This week of a linked member, by muscle; by the scope status',
  schema: { params: TrainedMemberParams, response: { 200: TrainingStatus } },
});

export const setNextLoad = endpoint({
  method: 'PUT',
  url: '/trainer/members/:memberId/next-loads/:workoutType',
  access: 'trainer',
  summary:
    'Chooses the next load of a type the member has done, until it is taken back or the link ends; 409 load_unusually_heavy without heavyConfirmed; by the scope history',
  schema: {
    params: MemberTypeParams,
    body: closedObject({
      /** Whether the machines can be set to it is decided by the domain. */
      loadKg: Type.Number({ minimum: 0, maximum: 1000 }),
      /** The member reads it. */
      reason: Type.String({ minLength: 1, maxLength: 1000 }),
      /** The trainer confirmed a load that is far above the member's best. */
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
  schema: { params: MemberTypeParams, response: { 204: Type.Null() } },
});
