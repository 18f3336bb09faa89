import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageLimit } from '@tanren/contract/endpoint';
import * as contract from '@tanren/contract/workouts/staff-workout-corrections';
import { toKilograms } from '@tanren/domain/workouts/loads';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import type { PendingCorrection } from './member-corrections.store.ts';
import { decideCorrection, readPendingPage } from './staff-workout-corrections.service.ts';

interface StaffCorrectionOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
  /** Sends the member's machine, if there is one, the next loads, which may have changed. */
  readonly notifyMachine: (sub: string) => Promise<void>;
}

export const staffCorrectionRoutes: FastifyPluginAsyncTypebox<StaffCorrectionOptions> = async (
  app,
  { now, lockAccount, notifyMachine },
) => {
  app.route({
    ...contract.listStaffCorrections,
    handler: async ({ db, query: { gym = null, cursor = null, limit = defaultPageLimit } }) => {
      const page = await readPendingPage(db, { gymId: gym, cursor, limit });
      return { items: page.items.map(toWire), nextCursor: page.nextCursor };
    },
  });

  app.route({
    ...contract.decideCorrection,
    handler: async ({ db, afterCommit, identity, params: { correctionId }, body }, reply) => {
      const staffSub = identity.sub;
      const decided = await decideCorrection(db, lockAccount, staffSub, correctionId, body, now());
      if (decided !== null) await afterCommit(() => notifyMachine(decided.sub));
      return await reply.code(204).send(null);
    },
  });
};

function toWire(correction: PendingCorrection): contract.StaffCorrection {
  const { before, after, madeAt, startedAt } = correction;
  const { id, member, nickname, workoutId, workoutTypeId, reason } = correction;
  const { gymId, gymName, machineId, gymDay } = correction;
  return {
    id,
    member,
    nickname,
    workoutId,
    workoutTypeId,
    gymId,
    gymName,
    machineId,
    gymDay,
    reason,
    madeAt: madeAt.toISOString(),
    startedAt: startedAt.toISOString(),
    before: before.map(toSet),
    after: after.map(toSet),
    maxBefore: findMax(before),
    maxAfter: findMax(after),
    tfoBefore: sumAll(before),
    tfoAfter: sumAll(after),
  };
}

type Sets = PendingCorrection['before'];

function toSet({ loadHg, repLoadsHg }: Sets[number]) {
  return { loadKg: toKilograms(loadHg), repCount: repLoadsHg.length };
}

function findMax(sets: Sets): number {
  return toKilograms(Math.max(0, ...sets.flatMap(({ repLoadsHg }) => repLoadsHg)));
}

function sumAll(sets: Sets): number {
  const loads = sets.flatMap(({ repLoadsHg }) => repLoadsHg);
  return toKilograms(loads.reduce((sum, hg) => sum + hg, 0));
}
