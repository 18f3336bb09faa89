import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageLimit } from '@tanren/contract/endpoint';
import * as contract from '@tanren/contract/staff/staff-members';
import { getStaffWorkoutRecord } from '@tanren/contract/workouts/staff-workout-corrections';
import type { Database } from '#db/database.ts';
import type { HoldAccount } from '#modules/identity/accounts.service.ts';
import type { MemberAccounts } from '#modules/staff/find-members.service.ts';
import { viewMember } from '#modules/staff/staff-members.service.ts';
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
