import { exerciseHabitIds, sexIds, trainingPurposeIds } from '@tanren/domain/members/profile';
import { trainerScopes } from '@tanren/domain/trainers/trainers';
import * as Type from 'typebox';
import { closedObject, endpoint, LongId, pageOf, pageQuery } from '#endpoint.ts';
import { TrainingStatus } from '#workouts/training-status.ts';
import { historyPeriods, WorkoutHistory } from '#workouts/workout-history.ts';
import { WorkoutLoad } from '#workouts/workout-loads.ts';
import { StrengthCalibration, WorkoutStrength } from '#workouts/workout-strength.ts';
import { WorkoutType, WorkoutTypeId } from '#workouts/workout-types.ts';
import { Workout, WorkoutDetail } from '#workouts/workouts.ts';

const Instant = Type.String({ format: 'date-time' });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Id of the link, not of the person. It identifies nothing after the link has ended. */
export const TrainedMemberId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const TrainedMemberParams = closedObject({ memberId: TrainedMemberId });

const memberFields = {
  memberId: Type.Integer(),
  nickname: Type.String(),
  linkedAt: Instant,
  /** Data that the member lets the trainer see. */
  scopes: Type.Array(Type.Enum([...trainerScopes])),
};

export const TrainedMember = Type.Object({
  ...memberFields,
  /** Needs the scope `history`. `null` without the scope or without any workout. */
  lastWorkoutAt: orNull(Instant),
  /**
   * Whether the last workout (or, without one, the start of the link) was more than 28 days ago.
   * `false` without the scope `history`.
   */
  lapsed: Type.Boolean(),
  /**
   * Types without a heavier load or a clear change of strength over the last workouts. Empty without the scope
   * `history`.
   */
  stalledWorkoutTypeIds: Type.Array(Type.Integer()),
  /**
   * Types with a new best weight or one-rep max in the last week. Empty without the scope
   * `history`.
   */
  recentBestWorkoutTypeIds: Type.Array(Type.Integer()),
  /**
   * Time at which the trainer made the newest menu for the member, while the member has not started
   * it. `null` without the scope `history`.
   */
  menuWaitsSince: orNull(Instant),
  /** Number of consecutive weeks with a workout. `null` without the scope `status`. */
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
  // A code works once, and each guess must be counted before the answer is sent.
  ignoresIdempotencyKey: true,
  summary:
    "Links the member who told the code; 404 trainer_code_unknown, 409 own_trainer_code for one's own, 429 after wrong ones",
  schema: {
    body: closedObject({ code: Type.String({ minLength: 1, maxLength: 200 }) }),
    response: { 201: Type.Object(memberFields) },
  },
});

/** Profile that the member filled in. It needs the scope `profile`. */
const TrainedProfile = Type.Object({
  height: orNull(Type.Number()),
  weight: orNull(Type.Number()),
  /** Age in years instead of the date of birth. */
  age: orNull(Type.Integer()),
  sex: orNull(Type.Enum([...sexIds])),
  exerciseHabit: orNull(Type.Enum([...exerciseHabitIds])),
  trainingPurposes: Type.Array(Type.Enum([...trainingPurposeIds])),
});

export const TrainedMemberDetail = Type.Object({
  ...memberFields,
  /** `null` without the scope `profile`. */
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
 * Data of a member for the trainer: the same answers that the member gets, checked for link and
 * scope. The answer is 404 without a link and 403 scope_not_granted outside of the member's scopes.
 */

const MemberTypeParams = closedObject({ memberId: TrainedMemberId, workoutType: WorkoutTypeId });

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
    params: closedObject({ memberId: TrainedMemberId, workoutId: LongId }),
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

export const getTrainedStrength = endpoint({
  method: 'GET',
  url: '/trainer/members/:memberId/workout-strength/:workoutType',
  access: 'trainer',
  summary:
    'How strong a linked member is in one workout type, with the margin; by the scope history',
  schema: {
    params: MemberTypeParams,
    querystring: closedObject({ period: Type.Optional(Type.Enum([...historyPeriods])) }),
    response: { 200: WorkoutStrength },
  },
});

export const getTrainedCalibration = endpoint({
  method: 'GET',
  url: '/trainer/members/:memberId/strength-calibration',
  access: 'trainer',
  summary:
    'How often a linked member reached the planned reps, against the predictions; by the scope history',
  schema: { params: TrainedMemberParams, response: { 200: StrengthCalibration } },
});

export const listTrainedTypes = endpoint({
  method: 'GET',
  url: '/trainer/members/:memberId/workout-types',
  access: 'trainer',
  summary:
    'The exercises the machines serve, with those a linked member has done; by the scope history',
  schema: { params: TrainedMemberParams, response: { 200: Type.Array(WorkoutType) } },
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
    'Chooses the next load of a type, also of one the member has never done, until it is taken back or the link ends; 409 load_unusually_heavy without heavyConfirmed; by the scope history',
  schema: {
    params: MemberTypeParams,
    body: closedObject({
      /** Load in kg. The domain decides whether the machines can be set to it. */
      loadKg: Type.Number({ minimum: 0, maximum: 1000 }),
      /** Reason that the member reads. */
      reason: Type.String({ minLength: 1, maxLength: 1000 }),
      /** Whether the trainer confirmed a load that is far above the member's best. */
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
