import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageLimit } from '@tanren/contract/endpoint';
import * as contract from '@tanren/contract/staff/staff-members';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '#db/database.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import type {
  FoundMember,
  MemberAccounts,
  RequestSource,
  SearchedMember,
} from './find-members.service.ts';
import {
  deleteMember,
  type MemberDetail,
  readMember,
  searchMembers,
  secureMember,
} from './staff-members.service.ts';

interface StaffMemberOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
  readonly accounts: MemberAccounts | null;
  /** Erases the member's data of all modules. */
  readonly eraseMember: (tx: Transaction, sub: string) => Promise<void>;
}

export const staffMemberRoutes: FastifyPluginAsyncTypebox<StaffMemberOptions> = async (
  app,
  { now, ...parts },
) => {
  app.route({
    ...contract.findMembers,
    handler: async ({ db, identity, query }) => {
      const search = { limit: defaultPageLimit, ...query };
      const { items, nextCursor } = await searchMembers(db, parts, identity.sub, search, now());
      return {
        items: items.map(toSearchedMember),
        nextCursor,
      };
    },
  });

  app.route({
    ...contract.getStaffMember,
    handler: async ({ db, identity, params }) => {
      const view = { staffSub: identity.sub, memberSub: params.member.toLowerCase() };
      return toDetail(await readMember(db, parts, view, now()));
    },
  });

  app.route({
    ...contract.deleteStaffMember,
    handler: async (request) => {
      const { db, afterCommit, identity, params, body } = request;
      const view = { staffSub: identity.sub, memberSub: params.member.toLowerCase() };
      const deleted = await deleteMember(db, parts, view, body.reason, now());
      const source = readSource(request);
      await afterCommit(async () => await parts.accounts?.follow(source, deleted, 'deleted'));
      return { accountDeleted: parts.accounts !== null };
    },
  });

  for (const [call, what] of [
    [contract.endMemberSessions, 'signed-out'],
    [contract.removeMemberTotp, 'totp-removed'],
  ] as const) {
    app.route({
      ...call,
      handler: async (request, reply) => {
        const { db, afterCommit, identity, params, body } = request;
        const view = { staffSub: identity.sub, memberSub: params.member.toLowerCase() };
        const step = { what, reason: body.reason };
        const source = readSource(request);
        const secured = await secureMember(db, parts, view, step, source, now());
        await afterCommit(async () => await parts.accounts?.follow(source, secured, what));
        return await reply.code(204).send(null);
      },
    });
  }
};

function readSource({ ip, id, log }: FastifyRequest): RequestSource {
  return { address: ip, requestId: id, log };
}

function toWireMember({ member, nickname, email, registeredAt }: FoundMember) {
  return { member, nickname, email, registeredAt: registeredAt.toISOString() };
}

function toSearchedMember({ contractName, contractNameKana, ...found }: SearchedMember) {
  const kana = contractNameKana === null ? {} : { contractNameKana };
  return { ...toWireMember(found), contractName, ...kana };
}

function toDetail(detail: MemberDetail): contract.StaffMemberDetail {
  const { workoutCount, lastWorkoutAt, upcomingReservations, rankingVisible } = detail;
  return {
    ...toWireMember(detail),
    workoutCount,
    lastWorkoutAt: lastWorkoutAt?.toISOString() ?? null,
    upcomingReservations,
    hasTrainer: detail.hasTrainer,
    account: detail.account,
    rankingVisible,
  };
}
