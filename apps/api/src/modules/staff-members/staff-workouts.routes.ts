import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageLimit } from '@tanren/contract/paging';
import * as contract from '@tanren/contract/staff-members';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database } from '#db/database.ts';
import type { MemberAccounts } from './member-accounts.ts';
import type { MemberRecords } from './member-records.ts';
import { lookAt } from './staff-members.service.ts';
import { correctRecord, removeRecord } from './staff-workouts.service.ts';

export interface StaffWorkoutOptions {
  readonly db: Database;
  readonly now: () => Date;
  readonly holdAccount: HoldAccount;
  readonly accounts: MemberAccounts | null;
  readonly records: MemberRecords;
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
      const look = { staffSub: identity.sub, memberSub: sub };
      return await lookAt(parts, look, now(), (tx) => records.readPage(tx, { sub, cursor, limit }));
    },
  });

  app.route({
    ...contract.getStaffWorkout,
    handler: async ({ identity, params }) => {
      const key = toKey(params);
      const look = { staffSub: identity.sub, memberSub: key.sub };
      return await lookAt(parts, look, now(), (tx) => records.read(tx, key));
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
