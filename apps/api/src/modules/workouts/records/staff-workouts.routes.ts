import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageLimit } from '@tanren/contract/endpoint';
import * as contract from '@tanren/contract/staff/staff-members';
import { getStaffWorkoutRecord } from '@tanren/contract/workouts/staff-workout-corrections';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import type { MemberAccounts } from '#modules/staff/find-members.service.ts';
import { viewMember } from '#modules/staff/staff-members.service.ts';
import {
  readWorkout,
  readWorkoutPage,
  toWorkout,
  toWorkoutDetail,
} from '#modules/workouts/workout-reads.service.ts';
import { readRecord } from './records.service.ts';
import { correctRecord, removeRecord } from './staff-workouts.service.ts';

interface StaffWorkoutOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
  readonly accounts: MemberAccounts | null;
  /** Sends the member's machine, if there is one, the next loads, which may have changed. */
  readonly notifyMachine: (sub: string) => Promise<void>;
}

const toKey = (params: { readonly member: string; readonly workoutId: number }) => ({
  sub: params.member.toLowerCase(),
  workoutId: params.workoutId,
});

export const staffWorkoutRoutes: FastifyPluginAsyncTypebox<StaffWorkoutOptions> = async (
  app,
  { now, notifyMachine, ...parts },
) => {
  app.route({
    ...contract.listStaffWorkouts,
    handler: async ({ db, identity, params, query }) => {
      const { cursor = null, limit = defaultPageLimit } = query;
      const sub = params.member.toLowerCase();
      const view = { staffSub: identity.sub, memberSub: sub };
      const page = await viewMember(db, parts, view, now(), (tx) =>
        readWorkoutPage(tx, { sub, workoutTypeId: null, cursor, limit }),
      );
      return { items: page.items.map(toWorkout), nextCursor: page.nextCursor };
    },
  });

  app.route({
    ...contract.getStaffWorkout,
    handler: async ({ db, identity, params }) => {
      const key = toKey(params);
      const view = { staffSub: identity.sub, memberSub: key.sub };
      const workout = await viewMember(db, parts, view, now(), (tx) =>
        readWorkout(tx, key.sub, key.workoutId),
      );
      return toWorkoutDetail(workout);
    },
  });

  app.route({
    ...getStaffWorkoutRecord,
    handler: async ({ db, identity, params }) => {
      const key = toKey(params);
      const view = { staffSub: identity.sub, memberSub: key.sub };
      return await viewMember(db, parts, view, now(), (tx) => readRecord(tx, key, now()));
    },
  });

  app.route({
    ...contract.correctWorkout,
    handler: async ({ db, afterCommit, identity: { sub: staffSub }, params, body }) => {
      const key = toKey(params);
      const corrected = await correctRecord(db, parts.lockAccount, staffSub, key, body, now());
      await afterCommit(() => notifyMachine(key.sub));
      return corrected;
    },
  });

  app.route({
    ...contract.removeWorkout,
    handler: async ({ db, afterCommit, identity: { sub: staffSub }, params, body }, reply) => {
      const key = toKey(params);
      await removeRecord(db, parts.lockAccount, staffSub, key, body.reason, now());
      await afterCommit(() => notifyMachine(key.sub));
      return await reply.code(204).send(null);
    },
  });
};
