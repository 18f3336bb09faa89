import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';
import { GymIdParams } from '#gyms/gyms.ts';

const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

const shown = {
  /** Number of the wording that the server used. */
  version: Type.Integer(),
  sections: Type.Array(
    Type.Object({
      heading: Type.String(),
      /** A line may have several paragraphs, which line breaks separate. */
      lines: Type.Array(Type.String()),
    }),
  ),
};

/** Final confirmation (最終確認): everything that a member must see before applying. */
export const JoinConfirmation = Type.Object({
  ...shown,
  /** SHA-256 of the text. The application sends it to say what the member saw. */
  digest: Type.String(),
});
export type JoinConfirmation = Type.Static<typeof JoinConfirmation>;

export const getJoinConfirmation = endpoint({
  method: 'GET',
  url: '/gyms/:gymId/join-confirmation',
  access: 'member',
  summary:
    'What a member must see before applying for this plan from this day. 409 plan_not_offered',
  schema: {
    params: GymIdParams,
    querystring: closedObject({
      planId: Id,
      /** First day of the membership, from today up to 60 days ahead. */
      fromDay: Type.String({ format: 'date' }),
      /** Whether the member is under 18. The address has no date of birth, because it is logged. */
      isMinor: Type.Optional(Type.Boolean()),
    }),
    response: { 200: JoinConfirmation },
  },
});

/** A confirmation exactly as the member saw it. */
export const MembershipConfirmation = Type.Object({
  confirmationId: Type.Integer(),
  gymId: Type.Integer(),
  gymName: Type.String(),
  ...shown,
  agreedAt: Type.String({ format: 'date-time' }),
});
export type MembershipConfirmation = Type.Static<typeof MembershipConfirmation>;

const ofOne = {
  params: closedObject({ confirmationId: Id }),
  response: { 200: MembershipConfirmation },
};

export const getMyMembershipConfirmation = endpoint({
  method: 'GET',
  url: '/my/membership-confirmations/:confirmationId',
  access: 'member',
  summary: 'What the member saw before an application of their own',
  schema: ofOne,
});

export const getStaffMembershipConfirmation = endpoint({
  method: 'GET',
  url: '/staff/membership-confirmations/:confirmationId',
  access: 'staff',
  summary: 'What the member saw before the application; each look is logged',
  schema: ofOne,
});
