import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { maxReps } from '@tanren/domain/workouts/workouts';
import * as Type from 'typebox';
import { closedObject, endpoint, LongId, pageOf, pageQuery } from '#endpoint.ts';
import { Workout, WorkoutDetail } from '#workouts/workouts.ts';

const Instant = Type.String({ format: 'date-time' });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
/** Id of the account, which only staff see. */
const Member = Type.String({ format: 'uuid', maxLength: 36 });
const params = closedObject({ member: Member });
const workoutParams = closedObject({
  member: Member,
  workoutId: LongId,
});
const Reason = Type.String({ minLength: 1, maxLength: 4 * staffLimits.reason });

const memberFields = {
  member: Type.String(),
  nickname: Type.String(),
  /** `null` when the account is in another user pool, which stores the address itself. */
  email: orNull(Type.String()),
  registeredAt: Instant,
};
export const StaffMember = Type.Object({
  ...memberFields,
  /** Name in the newest contract. `null` without a contract. */
  contractName: orNull(Type.String()),
  /** フリガナ of that name. Absent when it is not known. */
  contractNameKana: Type.Optional(Type.String()),
});
export type StaffMember = Type.Static<typeof StaffMember>;

export const findMembers = endpoint({
  method: 'GET',
  url: '/staff/members',
  access: 'staff',
  summary:
    'Members with that part of a nickname, those who begin so first, or of a name in a contract or its フリガナ, or with that e-mail address, membership number or id. A single character has to begin the name. Each page of a search is logged',
  schema: {
    querystring: closedObject({
      query: Type.String({ minLength: 1, maxLength: staffLimits.query }),
      ...pageQuery,
    }),
    response: { 200: pageOf(StaffMember) },
  },
});

export const StaffMemberDetail = Type.Object({
  ...memberFields,
  workoutCount: Type.Integer(),
  lastWorkoutAt: orNull(Instant),
  upcomingReservations: Type.Integer(),
  hasTrainer: Type.Boolean(),
  rankingVisible: Type.Boolean(),
  /** `null` when the account is in another user pool. */
  account: orNull(
    Type.Object({
      devices: Type.Integer(),
      totpEnabled: Type.Boolean(),
      /** Whether they are trainer or staff: then only the command line erases or resets the account. */
      holdsRole: Type.Boolean(),
    }),
  ),
});
export type StaffMemberDetail = Type.Static<typeof StaffMemberDetail>;

export const getStaffMember = endpoint({
  method: 'GET',
  url: '/staff/members/:member',
  access: 'staff',
  summary: 'A member, as far as staff need it; each look is logged',
  schema: { params, response: { 200: StaffMemberDetail } },
});

export const deleteStaffMember = endpoint({
  method: 'DELETE',
  url: '/staff/members/:member',
  access: 'staff',
  recentAuthentication: true,
  summary:
    "Erases a member who asked for it; the account too where it is ours. 409 own_account for one's own, role_held while they are trainer or staff",
  schema: {
    params,
    body: closedObject({ reason: Reason }),
    response: {
      200: Type.Object({
        /** `false` when the account still has to be deleted in its user pool. */
        accountDeleted: Type.Boolean(),
      }),
    },
  },
});

export const endMemberSessions = endpoint({
  method: 'POST',
  url: '/staff/members/:member/sign-out',
  access: 'staff',
  recentAuthentication: true,
  summary: 'Signs a member out everywhere, with a reason; the member is told by mail',
  schema: { params, body: closedObject({ reason: Reason }), response: { 204: Type.Null() } },
});

export const removeMemberTotp = endpoint({
  method: 'DELETE',
  url: '/staff/members/:member/totp',
  access: 'staff',
  recentAuthentication: true,
  summary:
    'Takes off the lost authenticator app of a member who was recognised in person, and signs them out everywhere; told by mail. 404 without one, 409 role_held while they are trainer or staff',
  schema: { params, body: closedObject({ reason: Reason }), response: { 204: Type.Null() } },
});

export const listStaffWorkouts = endpoint({
  method: 'GET',
  url: '/staff/members/:member/workouts',
  access: 'staff',
  summary: 'Workouts of a member, newest first',
  schema: { params, querystring: closedObject(pageQuery), response: { 200: pageOf(Workout) } },
});

export const getStaffWorkout = endpoint({
  method: 'GET',
  url: '/staff/members/:member/workouts/:workoutId',
  access: 'staff',
  summary: 'A workout of a member with every rep',
  schema: { params: workoutParams, response: { 200: WorkoutDetail } },
});

/** One of the present sets. The correction removes every set that it does not name. */
const CorrectedSet = closedObject({
  /** Position of the present set, from 0. */
  position: Type.Integer({ minimum: 0, maximum: 199 }),
  loadKg: Type.Number({ minimum: 0, maximum: 1000 }),
  /** Number of reps to keep, from the first on; at most the present number. */
  repCount: Type.Integer({ minimum: 1, maximum: maxReps }),
});

export const correctWorkout = endpoint({
  method: 'PUT',
  url: '/staff/members/:member/workouts/:workoutId',
  access: 'staff',
  recentAuthentication: true,
  summary:
    'Corrects a record with a reason that the member reads; bests and rankings follow. 409 stale_version when somebody else did meanwhile, load_unusually_heavy without heavyConfirmed, own_account for one of oneself',
  schema: {
    params: workoutParams,
    body: closedObject({
      sets: Type.Array(CorrectedSet, { minItems: 1, maxItems: 200 }),
      reason: Reason,
      /** `correctedAt` of the record that is corrected. `null` when it was never corrected. */
      correctedAt: orNull(Type.String({ format: 'date-time', maxLength: 40 })),
      /** Whether staff confirmed a load that is far above the member's best. */
      heavyConfirmed: Type.Optional(Type.Boolean()),
    }),
    response: { 200: WorkoutDetail },
  },
});

export const removeWorkout = endpoint({
  method: 'DELETE',
  url: '/staff/members/:member/workouts/:workoutId',
  access: 'staff',
  recentAuthentication: true,
  summary:
    'Removes a record with a reason; bests and rankings follow, and it never comes back. 409 own_account for one of oneself',
  schema: {
    params: workoutParams,
    body: closedObject({ reason: Reason }),
    response: { 204: Type.Null() },
  },
});
