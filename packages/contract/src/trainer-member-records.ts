import * as Type from 'typebox';
import { closedObject } from './closed-object.ts';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery } from './paging.ts';
import { TrainedMemberId, TrainedMemberParams } from './trainer-members.ts';
import { TrainingStatus } from './training-status.ts';
import { historyPeriods, WorkoutHistory } from './workout-history.ts';
import { WorkoutLoad } from './workout-loads.ts';
import { Workout, WorkoutDetail } from './workouts.ts';
import { WorkoutTypeId } from './workout-types.ts';

/*
 * What a trainer sees of a member: the member's own answers, behind the link and its scope.
 * 404 without a link, 403 scope_not_granted outside of what the member lets see.
 */

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
    params: closedObject({ memberId: TrainedMemberId, workoutType: WorkoutTypeId }),
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
