import { membershipLimits, staffChangeKinds } from '@tanren/domain/memberships/membership-requests';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from '#endpoint.ts';
import { GymId } from '#gyms/gyms.ts';
import { Membership, MembershipEvent, MembershipRequest, SentNameKana } from './memberships.ts';

const Instant = Type.String({ format: 'date-time' });
const Day = Type.String({ format: 'date' });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Reason = Type.String({ minLength: 1, maxLength: 4 * staffLimits.reason });
/**
 * Id of the account, which only staff see, and its nickname. Both are `null` for a membership
 * without an account (契約者のアカウントなし).
 */
const person = { member: orNull(Type.String()), nickname: orNull(Type.String()) };

/** Request of a member, with the member's id and nickname. */
export const StaffMembershipRequest = Type.Object({
  ...MembershipRequest.properties,
  ...person,
});
export type StaffMembershipRequest = Type.Static<typeof StaffMembershipRequest>;

export const listMembershipRequests = endpoint({
  method: 'GET',
  url: '/staff/gyms/:gymId/membership-requests',
  access: 'staff',
  summary:
    'What members ask for and nobody has decided, the oldest first. One look a day and person is logged',
  schema: {
    params: closedObject({ gymId: GymId }),
    querystring: closedObject(pageQuery),
    response: { 200: pageOf(StaffMembershipRequest) },
  },
});

/**
 * Number of reservations that staff have agreed to cancel. It works like `cancelAffected` in
 * `staff-gyms.ts`.
 */
const cancelling = {
  cancelAffected: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
};

export const decideMembershipRequest = endpoint({
  method: 'POST',
  url: '/staff/membership-requests/:requestId/decision',
  access: 'staff',
  recentAuthentication: true,
  summary:
    'Approves or declines; the member is told by mail. Deciding the same again changes nothing, deciding otherwise is 409 stale_version. 409 reservations_affected, change_impossible',
  schema: {
    params: closedObject({ requestId: Id }),
    body: closedObject({
      approve: Type.Boolean(),
      /** Text that the member reads. It is required to decline a request. */
      reason: Type.Optional(Type.String({ maxLength: 4 * staffLimits.reason })),
      ...cancelling,
    }),
    response: { 204: Type.Null() },
  },
});

export const StaffMembership = Type.Object({
  ...Membership.properties,
  ...person,
  /** Increases with each change. A change must name the version it was made from. */
  version: Type.Integer(),
  joinedAt: Instant,
});
export type StaffMembership = Type.Static<typeof StaffMembership>;

export const listMemberships = endpoint({
  method: 'GET',
  url: '/staff/gyms/:gymId/memberships',
  access: 'staff',
  summary:
    'Memberships of the gym, the newest first; by a part of the name, its フリガナ or the nickname, by number or by account. Each page of a search is logged',
  schema: {
    params: closedObject({ gymId: GymId }),
    querystring: closedObject({
      query: Type.Optional(Type.String({ minLength: 1, maxLength: staffLimits.query })),
      ...pageQuery,
    }),
    response: { 200: pageOf(StaffMembership) },
  },
});

export const listMembershipsOfMember = endpoint({
  method: 'GET',
  url: '/staff/members/:member/memberships',
  access: 'staff',
  summary: 'All memberships of an account, the newest first',
  schema: {
    params: closedObject({ member: Type.String({ format: 'uuid', maxLength: 36 }) }),
    response: { 200: Type.Array(StaffMembership) },
  },
});

export const StaffMembershipDetail = Type.Object({
  membership: StaffMembership,
  requests: Type.Array(MembershipRequest),
  events: Type.Array(MembershipEvent),
});
export type StaffMembershipDetail = Type.Static<typeof StaffMembershipDetail>;

export const getStaffMembership = endpoint({
  method: 'GET',
  url: '/staff/memberships/:membershipId',
  access: 'staff',
  summary: 'A membership with its history; each look is logged',
  schema: {
    params: closedObject({ membershipId: Id }),
    response: { 200: StaffMembershipDetail },
  },
});

export const enrolMember = endpoint({
  method: 'POST',
  url: '/staff/gyms/:gymId/memberships',
  access: 'staff',
  recentAuthentication: true,
  summary: 'Makes a membership for an account; 404 without one, 409 membership_exists',
  schema: {
    params: closedObject({ gymId: GymId }),
    body: closedObject({
      member: Type.String({ format: 'uuid', maxLength: 36 }),
      planId: Id,
      fromDay: Day,
      name: Type.String({ minLength: 1, maxLength: 4 * membershipLimits.name }),
      nameKana: Type.Optional(SentNameKana),
      reason: Reason,
    }),
    response: { 201: StaffMembershipDetail },
  },
});

export const setNameKana = endpoint({
  method: 'PUT',
  url: '/staff/memberships/:membershipId/name-kana',
  access: 'staff',
  recentAuthentication: true,
  summary: 'Writes the フリガナ of the name, or removes it when it is empty; repeatable',
  schema: {
    params: closedObject({ membershipId: Id }),
    body: closedObject({ nameKana: SentNameKana }),
    response: { 200: StaffMembershipDetail },
  },
});

const versioned = { version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), reason: Reason };

export const changeMembership = endpoint({
  method: 'POST',
  url: '/staff/memberships/:membershipId/changes',
  access: 'staff',
  recentAuthentication: true,
  summary:
    'Another plan, a pause, its end, the end or its withdrawal, from a day on; or a note of 入金確認. The member is told by mail. 409 stale_version, reservations_affected, change_impossible',
  schema: {
    params: closedObject({ membershipId: Id }),
    body: closedObject({
      kind: Type.Enum([...staffChangeKinds]),
      /** Only for `plan`. */
      planId: Type.Optional(Id),
      /**
       * First day of the change. For `end`, the last day with the membership. Absent for
       * `continue`.
       */
      fromDay: Type.Optional(Day),
      /** Only for `pause`: last day, included. Absent for a pause until further notice. */
      lastDay: Type.Optional(Day),
      ...versioned,
      ...cancelling,
    }),
    response: { 200: StaffMembershipDetail },
  },
});
