import { reportReasons, visibilities } from '@tanren/domain/menus/menus';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from '#endpoint.ts';

const Instant = Type.String({ format: 'date-time' });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const reportDecisions = ['dismiss', 'hide', 'restore'] as const;
export type ReportDecision = (typeof reportDecisions)[number];

export const StaffReport = Type.Object({
  id: Type.Integer(),
  reason: Type.Enum([...reportReasons]),
  comment: Type.String(),
  reportedAt: Instant,
  /** Texts of the menu at the time of the report. */
  title: Type.String(),
  description: Type.String(),
  /** `null` after the menu was deleted. */
  session: orNull(
    Type.Object({
      trainingSessionId: Type.Integer(),
      title: Type.String(),
      description: Type.String(),
      tags: Type.Array(Type.String()),
      visibility: Type.Enum([...visibilities]),
      /** Whether staff have hidden the menu. Its author cannot publish it again. */
      hidden: Type.Boolean(),
    }),
  ),
  authorNickname: orNull(Type.String()),
  reporterNickname: orNull(Type.String()),
  /** Number of members who reported the same menu. */
  reportCount: Type.Integer(),
  /** `null` while the report is open. */
  decision: orNull(Type.Enum([...reportDecisions])),
  decidedAt: orNull(Instant),
});
export type StaffReport = Type.Static<typeof StaffReport>;

export const listStaffReports = endpoint({
  method: 'GET',
  url: '/staff/session-reports',
  access: 'staff',
  summary: 'What members told about public sessions: open ones, or decided ones, newest first',
  schema: {
    querystring: closedObject({ state: Type.Enum(['open', 'decided']), ...pageQuery }),
    response: { 200: pageOf(StaffReport) },
  },
});

export const decideReport = endpoint({
  method: 'POST',
  url: '/staff/session-reports/:reportId/decision',
  access: 'staff',
  summary:
    'Leaves the session as it is, hides it from everybody but its author, or shows it again; counts for all reports of the session',
  schema: {
    params: closedObject({ reportId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    body: closedObject({
      decision: Type.Enum([...reportDecisions]),
      /** Text that the author of a hidden menu reads. */
      reason: Type.String({ maxLength: 4 * staffLimits.reason }),
    }),
    response: { 200: StaffReport },
  },
});
