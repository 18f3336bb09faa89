import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageLimit } from '@tanren/contract/endpoint';
import * as contract from '@tanren/contract/menus/menu-runs';
import { getNextMachines } from '@tanren/contract/menus/next-machines';
import { toKilograms } from '@tanren/domain/workouts/loads';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import {
  type DoneRun,
  type ProgressingRun,
  readDoneRuns,
  readProgress,
  replaceItemType,
  skipSets,
  startRun,
} from './menu-runs.service.ts';
import { endUnendedRun, findOpenRun } from './menu-runs.store.ts';
import { readNextMachines } from './next-machines.service.ts';

function toRun(run: ProgressingRun): contract.TrainingSessionRun {
  return {
    runId: run.id,
    trainingSessionId: run.trainingSessionId,
    title: run.title,
    startedAt: run.startedAt.toISOString(),
    endsBy: run.endsBy.toISOString(),
    completedAt: run.completedAt?.toISOString() ?? null,
    items: run.progress.map(({ loadHg, targetLoadHg, ...item }) => ({
      ...item,
      loadKg: toWeight(loadHg),
      targetLoadKg: toWeight(targetLoadHg),
    })),
  };
}

function toDoneRun({ id, startedAt, workouts }: DoneRun): contract.DoneRun {
  return {
    runId: id,
    startedAt: startedAt.toISOString(),
    workouts: workouts.map((workout) => ({
      id: workout.id,
      workoutTypeId: workout.workoutTypeId,
      startedAt: workout.startedAt.toISOString(),
      max: toKilograms(workout.maxHg),
      tfo: toKilograms(workout.tfoHg),
      setCount: workout.setCount,
      repCount: workout.repCount,
    })),
  };
}

function toWeight(hectograms: number | null): number | null {
  return hectograms === null ? null : toKilograms(hectograms);
}

interface TrainingSessionRunOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
  /** Makes the member's machine, if one is linked, show the exercise that is due now. */
  readonly notifyMachine: (sub: string) => Promise<void>;
}

export const trainingSessionRunRoutes: FastifyPluginAsyncTypebox<
  TrainingSessionRunOptions
> = async (app, { now, lockAccount, notifyMachine }) => {
  app.route({
    ...contract.startTrainingSessionRun,
    handler: async ({ db, afterCommit, identity, body }, reply) => {
      const run = await startRun(db, lockAccount, { sub: identity.sub, ...body }, now());
      await afterCommit(() => notifyMachine(identity.sub));
      const progressing = await readProgress(db, run, now());
      return await reply.code(201).send({ run: toRun(progressing) });
    },
  });

  app.route({
    ...contract.getTrainingSessionRun,
    handler: async ({ db, identity }) => {
      const run = await findOpenRun(db, identity.sub, now());
      if (run === null) return { run: null };
      return { run: toRun(await readProgress(db, run, now())) };
    },
  });

  app.route({
    ...getNextMachines,
    handler: async ({ db, identity }) => await readNextMachines(db, identity.sub, now()),
  });

  app.route({
    ...contract.endTrainingSessionRun,
    handler: async ({ db, afterCommit, identity }, reply) => {
      const hasEnded = await endUnendedRun(db, identity.sub, now());
      if (hasEnded) await afterCommit(() => notifyMachine(identity.sub));
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...contract.skipRunSets,
    handler: async ({ db, afterCommit, identity, body }) => {
      const run = await skipSets(db, { sub: identity.sub, ...body }, now());
      await afterCommit(() => notifyMachine(identity.sub));
      return { run: toRun(await readProgress(db, run, now())) };
    },
  });

  app.route({
    ...contract.replaceRunType,
    handler: async ({ db, afterCommit, identity, body }) => {
      const run = await replaceItemType(db, { sub: identity.sub, ...body }, now());
      await afterCommit(() => notifyMachine(identity.sub));
      return { run: toRun(await readProgress(db, run, now())) };
    },
  });

  app.route({
    ...contract.listTrainingSessionRuns,
    handler: async ({ db, identity, query }) => {
      const { items, nextCursor } = await readDoneRuns(db, {
        sub: identity.sub,
        trainingSessionId: query.trainingSessionId,
        cursor: query.cursor ?? null,
        limit: query.limit ?? defaultPageLimit,
      });
      return { items: items.map(toDoneRun), nextCursor };
    },
  });
};
