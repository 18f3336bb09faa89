import { staffDecisions } from '@tanren/domain/memberships/membership-changes';
import {
  changeRequestKinds,
  membershipEventKinds,
  membershipLimits,
  membershipRequestKinds,
} from '@tanren/domain/memberships/membership-requests';
import { contactLimits } from '@tanren/domain/gyms/gym-contact';
import { guardianRelationIds } from '@tanren/domain/memberships/minors';
import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from '#endpoint.ts';
import { GymId, SubscriptionPlan } from '#gyms/gyms.ts';

const Instant = Type.String({ format: 'date-time' });
const Day = Type.String({ format: 'date' });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** フリガナ of the name in katakana. Absent when it is not known. */
const NameKana = Type.Optional(Type.String());
/** フリガナ as typed. Hiragana and half-width kana are stored as katakana; empty for none. */
export const SentNameKana = Type.String({ maxLength: 4 * membershipLimits.nameKana });

export const MembershipTerm = Type.Object({
  fromDay: Day,
  /** Last day, included. `null` for a term that is valid until further notice. */
  lastDay: orNull(Day),
  plan: SubscriptionPlan,
  paused: Type.Boolean(),
});
export type MembershipTerm = Type.Static<typeof MembershipTerm>;

/** What the member saw before applying. Absent for contracts and requests that have none. */
const confirmation = { confirmationId: Type.Optional(Type.Integer()) };
/** Guardian of a minor who applied, and what became of the mail to the guardian. */
export const Guardian = Type.Object({
  name: Type.String(),
  relation: Type.Enum([...guardianRelationIds]),
  email: Type.String(),
  /** `expired` also when the details were deleted, which are empty then. */
  state: Type.Enum(['waiting', 'expired', 'agreed']),
});
export type Guardian = Type.Static<typeof Guardian>;

/** Request that the gym has not decided yet. */
export const MembershipRequest = Type.Object({
  requestId: Type.Integer(),
  kind: Type.Enum([...membershipRequestKinds]),
  gymId: Type.Integer(),
  gymName: Type.String(),
  /** `null` for a request to join. */
  membershipId: orNull(Type.Integer()),
  /** Name of the person as on an identity card. */
  name: Type.String(),
  nameKana: NameKana,
  /** Plan to join with or to change to. `null` for other requests. */
  plan: orNull(SubscriptionPlan),
  /** First day of the requested change. For an end, the first day without the membership. */
  fromDay: Day,
  /** Last day of a pause. `null` for a pause until further notice, and for other requests. */
  lastDay: orNull(Day),
  note: Type.String(),
  /** Guardian who must agree first. Absent unless a minor applied. */
  guardian: Type.Optional(Guardian),
  requestedAt: Instant,
  ...confirmation,
});
export type MembershipRequest = Type.Static<typeof MembershipRequest>;

export const Membership = Type.Object({
  membershipId: Type.Integer(),
  /** Membership number as the gym writes it: eight digits. */
  number: Type.String(),
  gymId: Type.Integer(),
  gymName: Type.String(),
  name: Type.String(),
  nameKana: NameKana,
  state: Type.Enum(['not_started', 'active', 'paused', 'ended']),
  /**
   * A pause or an end that staff decided and the member cannot take back alone. An answer that a
   * device stored before this field existed has none.
   */
  decidedByStaff: Type.Optional(Type.Array(Type.Enum([...staffDecisions]))),
  terms: Type.Array(MembershipTerm),
  /** Visits that are reserved or made in this month and the next one, and the plan's limit. */
  visits: Type.Array(
    Type.Object({
      /** Month as `YYYY-MM`. */
      month: Type.String(),
      used: Type.Integer(),
      limit: orNull(Type.Integer()),
    }),
  ),
  ...confirmation,
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
  by: Type.Enum(['member', 'staff', 'system', 'guardian']),
  gymId: Type.Integer(),
  gymName: Type.String(),
  membershipId: orNull(Type.Integer()),
  /** Kind of the request, for `applied`, `withdrawn` and `declined`. `null` for other events. */
  request: orNull(Type.Enum([...membershipRequestKinds])),
  planName: orNull(Type.String()),
  fromDay: orNull(Day),
  lastDay: orNull(Day),
  /** Number of cancelled reservations. `null` for other events. */
  count: orNull(Type.Integer()),
  /** Reason given by the person who did it. Empty without a reason. */
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

/** A request that is sent again with the same `draftId` is stored once. */
const draft = { draftId: Type.String({ format: 'uuid', maxLength: 36 }) };

/** Details of a guardian as typed. */
export const SentGuardian = closedObject({
  name: Type.String({ minLength: 1, maxLength: 4 * membershipLimits.name }),
  relation: Type.Enum([...guardianRelationIds]),
  email: Type.String({ minLength: 3, maxLength: 4 * contactLimits.email }),
});
export type SentGuardian = Type.Static<typeof SentGuardian>;

export const joinGym = endpoint({
  method: 'POST',
  url: '/gyms/:gymId/memberships',
  access: 'member',
  summary:
    'Applies for a plan of the gym. The membership begins at once where the gym is open to everybody; elsewhere staff decide. An application of a minor waits for the guardian, who gets a mail. 409 membership_exists, request_pending, plan_not_offered, birth_date_required, too_young, guardian_required, and confirmation_changed when the member has not seen what is valid now',
  schema: {
    params: closedObject({ gymId: GymId }),
    body: closedObject({
      ...draft,
      planId: Id,
      /** First day of the membership, from today up to 60 days ahead. */
      fromDay: Day,
      name: Type.String({ minLength: 1, maxLength: 4 * membershipLimits.name }),
      nameKana: Type.Optional(SentNameKana),
      /** Required. Pages of earlier releases send none, and get 409. */
      birthDate: Type.Optional(Day),
      /** Required under 18. */
      guardian: Type.Optional(SentGuardian),
      note: Note,
      /** Digest of the final confirmation that the member saw. Pages of earlier releases send none. */
      confirmation: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: { 201: MyMemberships },
  },
});

export const sendGuardianMail = endpoint({
  method: 'POST',
  url: '/my/membership-requests/:requestId/guardian-mail',
  access: 'member',
  summary:
    'Sends the guardian another link, and makes the one before useless. 409 change_impossible, guardian_mail_limit',
  schema: {
    params: closedObject({ requestId: Id }),
    body: SentGuardian,
    response: { 200: MyMemberships },
  },
});

export const requestMembershipChange = endpoint({
  method: 'POST',
  url: '/my/memberships/:membershipId/requests',
  access: 'member',
  summary:
    "Asks for another plan, a pause, the end of a pause or the end of the membership; it holds from the day that the gym's notice day allows. Where the gym approves changes, staff decide on all of them except the end. 409 request_pending, plan_not_offered, change_impossible, decided_by_staff",
  schema: {
    params: closedObject({ membershipId: Id }),
    body: closedObject({
      ...draft,
      kind: Type.Enum([...changeRequestKinds]),
      /** Only for `plan`. */
      planId: Type.Optional(Id),
      /** Only for `pause`: number of months. Absent for a pause until further notice. */
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
