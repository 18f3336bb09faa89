import { guardianRelationIds } from '@tanren/domain/memberships/minors';
import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';

/** Token of the link in the mail to a guardian. It is in the body, so that no log contains it. */
const token = { token: Type.String({ minLength: 20, maxLength: 100 }) };

/** Application of a minor, as its guardian reads it. */
export const GuardianConsent = Type.Object({
  gymName: Type.String(),
  /** Name of the minor who applied. */
  name: Type.String(),
  guardianName: Type.String(),
  relation: Type.Enum([...guardianRelationIds]),
  /** Contents of the contract, as the minor saw them. */
  sections: Type.Array(Type.Object({ heading: Type.String(), lines: Type.Array(Type.String()) })),
  /** Whether the contract begins with the consent. Elsewhere the gym decides after it. */
  beginsAtOnce: Type.Boolean(),
});
export type GuardianConsent = Type.Static<typeof GuardianConsent>;

export const readGuardianConsent = endpoint({
  method: 'POST',
  url: '/guardian-consents/read',
  access: 'public',
  summary:
    'The application behind the link of a guardian. 404 for an unknown, used, replaced or expired link',
  schema: { body: closedObject(token), response: { 200: GuardianConsent } },
});

export const decideGuardianConsent = endpoint({
  method: 'POST',
  url: '/guardian-consents/decide',
  access: 'public',
  summary:
    'Agrees to the application or declines it, once. 404 for an unknown, used, replaced or expired link. 409 membership_exists, plan_not_offered',
  schema: {
    body: closedObject({ ...token, agrees: Type.Boolean() }),
    response: { 204: Type.Null() },
  },
});
