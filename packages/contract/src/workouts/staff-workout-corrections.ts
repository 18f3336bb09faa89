import { staffLimits } from '@tanren/domain/staff/staff-texts';
import * as Type from 'typebox';
import { closedObject, endpoint, LongId, pageOf, pageQuery } from '#endpoint.ts';
import { RecordSet, WorkoutRecord } from './workout-records.ts';

const Instant = Type.String({ format: 'date-time' });
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Reason = Type.String({ minLength: 1, maxLength: 4 * staffLimits.reason });

/** Correction by a member. It does not count in any ranking yet. */
export const StaffCorrection = Type.Object({
  id: Type.Integer(),
  madeAt: Instant,
  /** Id of the account, which only staff see. */
  member: Type.String(),
  nickname: Type.String(),
  workoutId: Type.Integer(),
  workoutTypeId: Type.Integer(),
  gymId: Type.Integer(),
  gymName: Type.String(),
  machineId: Type.Integer(),
  startedAt: Instant,
  gymDay: Type.String({ format: 'date' }),
  reason: Type.String(),
  before: Type.Array(RecordSet),
  after: Type.Array(RecordSet),
  /** Largest load in kg: as the machine sent it, and as it would be ranked. */
  maxBefore: Type.Number(),
  maxAfter: Type.Number(),
  tfoBefore: Type.Number(),
  tfoAfter: Type.Number(),
});
export type StaffCorrection = Type.Static<typeof StaffCorrection>;

export const listStaffCorrections = endpoint({
  method: 'GET',
  url: '/staff/workout-corrections',
  access: 'staff',
  summary: 'Corrections of members that wait for staff, the oldest first',
  schema: {
    querystring: closedObject({ gym: Type.Optional(Id), ...pageQuery }),
    response: { 200: pageOf(StaffCorrection) },
  },
});

export const decideCorrection = endpoint({
  method: 'POST',
  url: '/staff/workout-corrections/:correctionId/decision',
  access: 'staff',
  recentAuthentication: true,
  summary:
    'Confirms a correction, which then counts in rankings, or refuses it with a reason that the member reads, and the record is as it was; repeatable. 409 correction_decided when it was decided otherwise or taken back, own_account for one of oneself',
  schema: {
    params: closedObject({ correctionId: Id }),
    body: closedObject({
      decision: Type.Enum(['confirm', 'refuse']),
      /** Required to refuse a correction: 400 without it. */
      reason: Type.Optional(Reason),
    }),
    response: { 204: Type.Null() },
  },
});

export const getStaffWorkoutRecord = endpoint({
  method: 'GET',
  url: '/staff/members/:member/workouts/:workoutId/record',
  access: 'staff',
  summary: 'What happened to a workout of a member, also to a rejected one for 30 days',
  schema: {
    params: closedObject({
      member: Type.String({ format: 'uuid', maxLength: 36 }),
      workoutId: LongId,
    }),
    response: { 200: WorkoutRecord },
  },
});
