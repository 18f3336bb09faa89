import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageLimit } from '@tanren/contract/endpoint';
import * as contract from '@tanren/contract/workouts/workout-records';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { claimBout, listClaims } from './claims.service.ts';
import type { OnCorrected } from './corrections.service.ts';
import { proposeCorrection, withdrawCorrection } from './member-corrections.service.ts';
import { readRecord } from './records.service.ts';
import {
  readRejectedPage,
  rejectWorkout,
  restoreWorkout,
  undoUntil,
} from './rejections.service.ts';
import { toWorkout } from '#modules/workouts/workout-reads.service.ts';
import type { OnWorkoutsStored } from '#modules/workouts/workouts.service.ts';

interface RecordOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
  /** Key of the hashes of claim codes. It is the same on every node. */
  readonly claimKey: Buffer;
  readonly onWorkoutsStored: OnWorkoutsStored;
  readonly onCorrected: OnCorrected;
  /**
   * Makes the member's machine, if one is linked, show the exercise that is due after the change.
   */
  readonly notifyMachine: (sub: string) => Promise<void>;
}

/**
 * Limit for one member across all nodes. A code has 60 bits, so guessing is hopeless at any rate.
 */
const claimRateLimit = { max: 30, timeWindow: 10 * 60 * 1000 };

export const recordRoutes: FastifyPluginAsyncTypebox<RecordOptions> = async (
  app,
  { now, notifyMachine, ...parts },
) => {
  const toKey = (sub: string, { workoutId }: { readonly workoutId: number }) => ({
    sub,
    workoutId,
  });

  app.route({
    ...contract.claimWorkout,
    config: { ...contract.claimWorkout.config, rateLimit: claimRateLimit },
    handler: async ({ db, afterCommit, identity: { sub }, body }, reply) => {
      const claim = await claimBout(db, parts, { sub, typed: body.code }, now());
      if (claim.state === 'stored') await afterCommit(() => notifyMachine(sub));
      return await reply.code(201).send(claim);
    },
  });

  app.route({
    ...contract.listWorkoutClaims,
    handler: async ({ db, identity }) => ({ items: await listClaims(db, identity.sub, now()) }),
  });

  app.route({
    ...contract.getWorkoutRecord,
    handler: async ({ db, identity, params }) =>
      await readRecord(db, toKey(identity.sub, params), now()),
  });

  app.route({
    ...contract.rejectWorkout,
    handler: async ({ db, afterCommit, identity: { sub }, params, body }) => {
      const key = toKey(sub, params);
      await rejectWorkout(db, parts, key, body.reason ?? null, now());
      await afterCommit(() => notifyMachine(sub));
      return await readRecord(db, key, now());
    },
  });

  app.route({
    ...contract.restoreWorkout,
    handler: async ({ db, afterCommit, identity: { sub }, params }) => {
      const key = toKey(sub, params);
      await restoreWorkout(db, parts, key, now());
      await afterCommit(() => notifyMachine(sub));
      return await readRecord(db, key, now());
    },
  });

  app.route({
    ...contract.listRejectedWorkouts,
    handler: async ({ db, identity: { sub }, query }) => {
      const { cursor = null, limit = defaultPageLimit } = query;
      const { items, nextCursor } = await readRejectedPage(db, { sub, cursor, limit }, now());
      const toWire = ({ workout, rejectedAt }: (typeof items)[number]) => ({
        workout: toWorkout(workout),
        rejectedAt: rejectedAt.toISOString(),
        undoUntil: undoUntil(rejectedAt).toISOString(),
      });
      return { items: items.map(toWire), nextCursor };
    },
  });

  app.route({
    ...contract.proposeCorrection,
    handler: async ({ db, afterCommit, identity: { sub }, params, body }) => {
      const key = toKey(sub, params);
      await proposeCorrection(db, parts, key, body, now());
      await afterCommit(() => notifyMachine(sub));
      return await readRecord(db, key, now());
    },
  });

  app.route({
    ...contract.withdrawCorrection,
    handler: async ({ db, afterCommit, identity: { sub }, params }) => {
      const key = toKey(sub, params);
      await withdrawCorrection(db, parts, key, now());
      await afterCommit(() => notifyMachine(sub));
      return await readRecord(db, key, now());
    },
  });
};
