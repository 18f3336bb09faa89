import { staffActions } from '@tanren/domain/staff/staff-audit-log';
import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from '#endpoint.ts';

const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: Type.String({ format: 'date-time' }),
  action: Type.Enum([...staffActions]),
  /** `null` after that member of staff has left. */
  staffNickname: orNull(Type.String()),
  /**
   * Pseudonym that is the same for all actions of one person, also after a change of name and after
   * the person has left.
   */
  staffPseudonym: orNull(Type.String()),
  /** Object of the action, for example a gym's name. `null` when the action concerned a member. */
  target: orNull(Type.String()),
  /**
   * Member that the action concerned. `null` when it concerned no member, or the member has left.
   */
  member: orNull(Type.String()),
  memberNickname: orNull(Type.String()),
  reason: Type.String(),
  /** Names of the changed fields with their values before and after, in order. */
  changes: Type.Array(
    Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() }),
  ),
});
export type AuditEntry = Type.Static<typeof AuditEntry>;

export const listAuditLog = endpoint({
  method: 'GET',
  url: '/staff/audit-log',
  access: 'staff',
  summary: 'What staff did, newest first, of the last three years; nothing changes it',
  schema: {
    querystring: closedObject({
      action: Type.Optional(Type.Enum([...staffActions])),
      ...pageQuery,
    }),
    response: { 200: pageOf(AuditEntry) },
  },
});
