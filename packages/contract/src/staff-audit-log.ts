import { staffActions } from '@tanren/domain/staff-audit-log';
import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from './endpoint.ts';

const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: Type.String({ format: 'date-time' }),
  action: Type.Enum([...staffActions]),
  /** null: that member of staff has left. */
  staffNickname: orNull(Type.String()),
  /** The same value for everything one person did, whatever their name is, also after they left. */
  staffPseudonym: orNull(Type.String()),
  /** What it was done to, e.g. a gym's name; null when it concerned a member. */
  target: orNull(Type.String()),
  /** Whom it concerned; null: nobody, or somebody who has left. */
  member: orNull(Type.String()),
  memberNickname: orNull(Type.String()),
  reason: Type.String(),
  /** Names of fields with what they were and became, in order. */
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
