import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/staff-members';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database, Transaction } from '#db/database.ts';
import type { FoundMember } from './find-members.ts';
import type { MemberAccounts } from './member-accounts.ts';
import {
  deleteMember,
  type MemberDetail,
  readMember,
  searchMembers,
} from './staff-members.service.ts';

export interface StaffMemberOptions {
  readonly db: Database;
  readonly now: () => Date;
  readonly holdAccount: HoldAccount;
  readonly accounts: MemberAccounts | null;
  /** Of every module. */
  readonly eraseMember: (tx: Transaction, sub: string) => Promise<void>;
}

export const staffMemberRoutes: FastifyPluginAsyncTypebox<StaffMemberOptions> = async (
  app,
  { now, ...parts },
) => {
  app.route({
    ...contract.findMembers,
    handler: async ({ identity, query }) =>
      (await searchMembers(parts, identity.sub, query.query, now())).map(toStaffMember),
  });

  app.route({
    ...contract.getStaffMember,
    handler: async ({ identity, params }) => {
      const look = { staffSub: identity.sub, memberSub: params.member.toLowerCase() };
      return toDetail(await readMember(parts, look, now()));
    },
  });

  app.route({
    ...contract.deleteStaffMember,
    handler: async ({ identity, params, body }) => {
      const look = { staffSub: identity.sub, memberSub: params.member.toLowerCase() };
      return { accountDeleted: await deleteMember(parts, look, body.reason, now()) };
    },
  });
};

function toStaffMember({
  member,
  nickname,
  email,
  registeredAt,
}: FoundMember): contract.StaffMember {
  return { member, nickname, email, registeredAt: registeredAt.toISOString() };
}

function toDetail(detail: MemberDetail): contract.StaffMemberDetail {
  const { workoutCount, lastWorkoutAt, upcomingReservations, rankingVisible } = detail;
  return {
    ...toStaffMember(detail),
    workoutCount,
    lastWorkoutAt: lastWorkoutAt?.toISOString() ?? null,
    upcomingReservations,
    hasTrainer: detail.hasTrainer,
    rankingVisible,
  };
}
