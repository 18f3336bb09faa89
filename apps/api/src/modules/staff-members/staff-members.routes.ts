import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageLimit } from '@tanren/contract/endpoint';
import * as contract from '@tanren/contract/staff-members';
import { getStaffWorkoutRecord } from '@tanren/contract/staff-workout-corrections';
import type { FastifyRequest } from 'fastify';
import type { Database, Transaction } from '#db/database.ts';
import type { HoldAccount } from '#policies/accounts.ts';
import type { FoundMember, MemberAccounts, RequestSource } from './find-members.ts';
import {
  deleteMember,
  viewMember,
  type MemberDetail,
  readMember,
  searchMembers,
  secureMember,
} from './staff-members.service.ts';
import { correctRecord, type MemberWorkouts, removeRecord } from './staff-workouts.service.ts';

interface StaffWorkoutOptions {
  readonly db: Database;
  readonly now: () => Date;
  readonly holdAccount: HoldAccount;
  readonly accounts: MemberAccounts | null;
  readonly records: MemberWorkouts;
}

const toKey = (params: { readonly member: string; readonly workoutId: number }) => ({
  sub: params.member.toLowerCase(),
  workoutId: params.workoutId,
});

export const staffWorkoutRoutes: FastifyPluginAsyncTypebox<StaffWorkoutOptions> = async (
  app,
  { now, ...parts },
) => {
  const { records } = parts;
  app.route({
    ...contract.listStaffWorkouts,
    handler: async ({ identity, params, query }) => {
      const { cursor = null, limit = defaultPageLimit } = query;
      const sub = params.member.toLowerCase();
      const view = { staffSub: identity.sub, memberSub: sub };
      return await viewMember(parts, view, now(), (tx) =>
        records.readPage(tx, { sub, cursor, limit }),
      );
    },
  });

  app.route({
    ...contract.getStaffWorkout,
    handler: async ({ identity, params }) => {
      const key = toKey(params);
      const view = { staffSub: identity.sub, memberSub: key.sub };
      return await viewMember(parts, view, now(), (tx) => records.read(tx, key));
    },
  });

  app.route({
    ...getStaffWorkoutRecord,
    handler: async ({ identity, params }) => {
      const key = toKey(params);
      const view = { staffSub: identity.sub, memberSub: key.sub };
      return await viewMember(parts, view, now(), (tx) => records.readRecord(tx, key, now()));
    },
  });

  app.route({
    ...contract.correctWorkout,
    handler: async ({ identity, params, body }) =>
      await correctRecord(parts, identity.sub, toKey(params), body, now()),
  });

  app.route({
    ...contract.removeWorkout,
    handler: async ({ identity, params, body }, reply) => {
      await removeRecord(parts, identity.sub, toKey(params), body.reason, now());
      return await reply.code(204).send(null);
    },
  });
};

interface StaffMemberOptions {
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
    handler: async ({ identity, query }) => {
      const search = { limit: defaultPageLimit, ...query };
      const { items, nextCursor } = await searchMembers(parts, identity.sub, search, now());
      return { items: items.map(toStaffMember), nextCursor };
    },
  });

  app.route({
    ...contract.getStaffMember,
    handler: async ({ identity, params }) => {
      const view = { staffSub: identity.sub, memberSub: params.member.toLowerCase() };
      return toDetail(await readMember(parts, view, now()));
    },
  });

  app.route({
    ...contract.deleteStaffMember,
    handler: async (request) => {
      const { identity, params, body } = request;
      const view = { staffSub: identity.sub, memberSub: params.member.toLowerCase() };
      const source = readSource(request);
      return { accountDeleted: await deleteMember(parts, view, body.reason, source, now()) };
    },
  });

  for (const [call, what] of [
    [contract.endMemberSessions, 'signed-out'],
    [contract.removeMemberTotp, 'totp-removed'],
  ] as const) {
    app.route({
      ...call,
      handler: async (request, reply) => {
        const { identity, params, body } = request;
        const view = { staffSub: identity.sub, memberSub: params.member.toLowerCase() };
        const step = { what, reason: body.reason };
        await secureMember(parts, view, step, readSource(request), now());
        return await reply.code(204).send(null);
      },
    });
  }
};

function readSource({ ip, id, log }: FastifyRequest): RequestSource {
  return { address: ip, requestId: id, log };
}

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
    account: detail.account,
    rankingVisible,
  };
}
