import {
  membershipEventKinds,
  membershipLimits,
  membershipRequestKinds,
} from '@tanren/domain/membership-requests';
import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from './endpoint.ts';
import { GymId, SubscriptionPlan } from './gyms.ts';

const Instant = Type.String({ format: 'date-time' });
const Day = Type.String({ format: 'date' });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const MembershipTerm = Type.Object({
  fromDay: Day,
  /** Included; null: until further notice. */
  lastDay: orNull(Day),
  plan: SubscriptionPlan,
  paused: Type.Boolean(),
});
export type MembershipTerm = Type.Static<typeof MembershipTerm>;

/** Something that the gym has not decided yet. */
export const MembershipRequest = Type.Object({
  requestId: Type.Integer(),
  kind: Type.Enum([...membershipRequestKinds]),
  gymId: Type.Integer(),
  gymName: Type.String(),
  /** null for a wish to join. */
  membershipId: orNull(Type.Integer()),
  /** The name of the person, as on an identity card. */
  name: Type.String(),
  /** The plan to join with or to change to. */
  plan: orNull(SubscriptionPlan),
  /** The first day of what is asked for; of an end the first day without. */
  fromDay: Day,
  /** Of a pause; null: until further notice. */
  lastDay: orNull(Day),
  note: Type.String(),
  requestedAt: Instant,
});
export type MembershipRequest = Type.Static<typeof MembershipRequest>;

export const Membership = Type.Object({
  membershipId: Type.Integer(),
  /** As the gym writes it: eight digits. */
  number: Type.String(),
  gymId: Type.Integer(),
  gymName: Type.String(),
  name: Type.String(),
  state: Type.Enum(['not_started', 'active', 'paused', 'ended']),
  terms: Type.Array(MembershipTerm),
  /** Of this month and the next one: visits reserved or made, and the plan's limit. */
  visits: Type.Array(
    Type.Object({
      /** `YYYY-MM`. */
      month: Type.String(),
      used: Type.Integer(),
      limit: orNull(Type.Integer()),
    }),
  ),
});
export type Membership = Type.Static<typeof Membership>;

export const MyMemberships = Type.Object({
  memberships: Type.Array(Membership),
  requests: Type.Array(MembershipRequest),
});
export type MyMemberships = Type.Static<typeof MyMemberships>;

export const listMyMemberships = endpoint({
  method: 'GET',
  url: '/my/memberships',
  access: 'member',
  summary: 'Memberships, the newest first, and what the gym has not decided yet',
  schema: { response: { 200: MyMemberships } },
});

export const MembershipEvent = Type.Object({
  eventId: Type.Integer(),
  at: Instant,
  kind: Type.Enum([...membershipEventKinds]),
  by: Type.Enum(['member', 'staff', 'system']),
  gymId: Type.Integer(),
  gymName: Type.String(),
  membershipId: orNull(Type.Integer()),
  /** What was asked for, of `applied`, `withdrawn` and `declined`. */
  request: orNull(Type.Enum([...membershipRequestKinds])),
  planName: orNull(Type.String()),
  fromDay: orNull(Day),
  lastDay: orNull(Day),
  /** Of cancelled reservations, how many. */
  count: orNull(Type.Integer()),
  /** In the words of whoever did it; empty: none. */
  reason: Type.String(),
});
export type MembershipEvent = Type.Static<typeof MembershipEvent>;

export const listMyMembershipEvents = endpoint({
  method: 'GET',
  url: '/my/membership-events',
  access: 'member',
  summary: 'What happened to the memberships of the member, the newest first',
  schema: { querystring: closedObject(pageQuery), response: { 200: pageOf(MembershipEvent) } },
});

const Note = Type.Optional(Type.String({ maxLength: 4 * membershipLimits.note }));

/** The same one sent again (by `draftId`) is the same request. */
const draft = { draftId: Type.String({ format: 'uuid', maxLength: 36 }) };

export const joinGym = endpoint({
  method: 'POST',
  url: '/gyms/:gymId/memberships',
  access: 'member',
  summary:
    'Applies for a plan of the gym. The membership begins at once where the gym is open to everybody; elsewhere staff decide. 409 membership_exists, request_pending, plan_not_offered',
  schema: {
    params: closedObject({ gymId: GymId }),
    body: closedObject({
      ...draft,
      planId: Id,
      /** From today up to 60 days ahead. */
      fromDay: Day,
      name: Type.String({ minLength: 1, maxLength: 4 * membershipLimits.name }),
      note: Note,
    }),
    response: { 201: MyMemberships },
  },
});

export const requestMembershipChange = endpoint({
  method: 'POST',
  url: '/my/memberships/:membershipId/requests',
  access: 'member',
  summary:
    "Asks for another plan, a pause, the end of a pause or the end of the membership; it holds from the day that the gym's notice day allows. 409 request_pending, plan_not_offered, change_impossible, decided_by_staff",
  schema: {
    params: closedObject({ membershipId: Id }),
    body: closedObject({
      ...draft,
      kind: Type.Enum(['plan', 'pause', 'resume', 'end']),
      /** Of `plan` only. */
      planId: Type.Optional(Id),
      /** Of `pause` only: how many months; absent: until further notice. */
      months: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
      note: Note,
    }),
    response: { 201: MyMemberships },
  },
});

export const withdrawMembershipRequest = endpoint({
  method: 'DELETE',
  url: '/my/membership-requests/:requestId',
  access: 'member',
  summary: 'Takes back what the gym has not decided yet; repeatable',
  schema: {
    params: closedObject({ requestId: Id }),
    response: { 200: MyMemberships },
  },
});

export const continueMyMembership = endpoint({
  method: 'DELETE',
  url: '/my/memberships/:membershipId/end',
  access: 'member',
  summary:
    'Takes back an end that has not come yet; an end that staff set remains. 409 change_impossible, decided_by_staff',
  schema: {
    params: closedObject({ membershipId: Id }),
    response: { 200: MyMemberships },
  },
});
