import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageLimit } from '@tanren/contract/endpoint';
import * as contract from '@tanren/contract/trainers/trainer-members';
import type { TrainerScope } from '@tanren/domain/trainers/trainers';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { readCalibration } from '#modules/workouts/strength/strength-calibration.service.ts';
import { readStrength } from '#modules/workouts/strength/workout-strength.service.ts';
import { readStatus } from '#modules/workouts/training-status.service.ts';
import { readHistory, toWorkoutHistory } from '#modules/workouts/workout-history.service.ts';
import { listLoads } from '#modules/workouts/workout-loads.service.ts';
import {
  readWorkout,
  readWorkoutPage,
  toWorkout,
  toWorkoutDetail,
} from '#modules/workouts/workout-reads.service.ts';
import { readTypes } from '#modules/workouts/workout-types.service.ts';
import { requireLink, type TrainedMemberKey } from './trainer-link.service.ts';
import { findProfile, type LinkedMember } from './trainer-links.store.ts';
import {
  linkMemberByCode,
  readTrainedMember,
  readTrainedMembers,
  type TrainedProfile,
  unlinkTrainedMember,
} from './trainer-members.service.ts';
import { logView } from './trainer-views.ts';

interface TrainerParams {
  readonly memberId: number;
}

interface TrainerRequest {
  readonly db: Queryable;
  readonly identity: { readonly sub: string };
  readonly params: TrainerParams;
}

interface TrainerMemberRecordOptions {
  readonly now: () => Date;
}

export const trainerMemberRecordRoutes: FastifyPluginAsyncTypebox<
  TrainerMemberRecordOptions
> = async (app, { now }) => {
  /**
   * Reads data of a member after checking the link and its scope. The result is returned only after
   * the view is in the member's list. The data may come from a replica, but not the link.
   */
  async function show<T>(
    { db, identity, params }: TrainerRequest,
    scope: TrainerScope,
    read: (memberSub: string) => Promise<T>,
  ): Promise<T> {
    const link = await requireLink(db, toKey(identity.sub, params), scope);
    const record = await read(link.memberSub);
    await logView(db, link, scope, now());
    return record;
  }

  app.route({
    ...contract.listTrainedWorkouts,
    handler: async (request) =>
      await show(request, 'history', async (sub) => {
        const { workoutType = null, cursor = null, limit = defaultPageLimit } = request.query;
        const page = { sub, workoutTypeId: workoutType, cursor, limit };
        const { items, nextCursor } = await readWorkoutPage(request.staleDb, page);
        return { items: items.map(toWorkout), nextCursor };
      }),
  });

  app.route({
    ...contract.getTrainedWorkout,
    handler: async (request) =>
      await show(request, 'history', async (sub) =>
        toWorkoutDetail(await readWorkout(request.staleDb, sub, request.params.workoutId)),
      ),
  });

  app.route({
    ...contract.getTrainedHistory,
    handler: async (request) =>
      await show(request, 'history', async (sub) => {
        const { workoutType } = request.params;
        const { period = 'all' } = request.query;
        return toWorkoutHistory(
          await readHistory(request.staleDb, sub, workoutType, period, now()),
        );
      }),
  });

  app.route({
    ...contract.listTrainedLoads,
    handler: async (request) =>
      await show(request, 'history', async (sub) => await listLoads(request.staleDb, sub, now())),
  });

  app.route({
    ...contract.getTrainedStrength,
    handler: async (request) =>
      await show(request, 'history', async (sub) => {
        const { workoutType } = request.params;
        const { period = '3m' } = request.query;
        return await readStrength(request.staleDb, sub, workoutType, period, now());
      }),
  });

  app.route({
    ...contract.getTrainedCalibration,
    handler: async (request) =>
      await show(
        request,
        'history',
        async (sub) => await readCalibration(request.staleDb, sub, now()),
      ),
  });

  app.route({
    ...contract.listTrainedTypes,
    handler: async (request) =>
      await show(request, 'history', async (sub) => await readTypes(request.staleDb, sub)),
  });

  app.route({
    ...contract.getTrainedStatus,
    handler: async (request) =>
      await show(request, 'status', async (sub) => await readStatus(request.staleDb, sub, now())),
  });
};

interface TrainerMemberOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
  readonly trainerCodeKey: Buffer;
  /** Makes the member's machine show the next loads of the rule after the trainer's have ended. */
  readonly notifyMachine: (memberSub: string) => Promise<void>;
}

export const trainerMemberRoutes: FastifyPluginAsyncTypebox<TrainerMemberOptions> = async (
  app,
  { now, lockAccount, trainerCodeKey, notifyMachine },
) => {
  app.route({
    ...contract.listTrainedMembers,
    handler: async ({ db, identity, query }) => {
      const page = { limit: defaultPageLimit, ...query };
      const { items, nextCursor } = await readTrainedMembers(db, identity.sub, page, now());
      const members = items.map(({ lastWorkoutAt, menuWaitsSince, lapsed, ...member }) => ({
        ...nameMember(member),
        lastWorkoutAt: lastWorkoutAt && lastWorkoutAt.toISOString(),
        lapsed,
        stalledWorkoutTypeIds: member.stalledWorkoutTypeIds,
        recentBestWorkoutTypeIds: member.recentBestWorkoutTypeIds,
        menuWaitsSince: menuWaitsSince && menuWaitsSince.toISOString(),
        streakWeeks: member.streakWeeks,
      }));
      return { items: members, nextCursor };
    },
  });

  app.route({
    ...contract.linkMember,
    handler: async ({ db, identity, body, ip, log }, reply) => {
      const address = nameNetwork(ip);
      const entered = { trainerSub: identity.sub, address, code: body.code };
      const parts = { lockAccount, trainerCodeKey };
      const link = await linkMemberByCode(db, parts, entered, now()).catch((error: unknown) => {
        if (error instanceof AppError) {
          // The log never contains the code, because a mistyped one is close to a real one.
          log.warn({ trainerSub: identity.sub, address, outcome: error.code }, 'trainer code');
        }
        throw error;
      });
      const nickname = (await findProfile(db, link.memberSub))?.nickname ?? '';
      return await reply.code(201).send(nameMember({ link, nickname }));
    },
  });

  app.route({
    ...contract.getTrainedMember,
    handler: async ({ db, identity, params }) => {
      const key = toKey(identity.sub, params);
      const { shared, ...member } = await readTrainedMember(db, key, now());
      return { ...nameMember(member), profile: shared && toProfile(shared) };
    },
  });

  app.route({
    ...contract.unlinkMember,
    handler: async ({ db, afterCommit, identity, params }, reply) => {
      const key = toKey(identity.sub, params);
      const ended = await unlinkTrainedMember(db, key, now());
      if (ended?.hadLoads === true) await afterCommit(() => notifyMachine(ended.memberSub));
      return await reply.code(204).send(null);
    },
  });
};

/**
 * Returns the network of an address like the rate limits, because one customer has a whole /64 of
 * IPv6.
 */
function nameNetwork(ip: string): string {
  return normalizeIP(ip || 'unknown', 64);
}

function toKey(trainerSub: string, { memberId }: TrainerParams): TrainedMemberKey {
  return { trainerSub, memberId };
}

function nameMember({ link, nickname }: LinkedMember) {
  return {
    memberId: link.id,
    nickname,
    linkedAt: link.linkedAt.toISOString(),
    scopes: link.scopes,
  };
}

function toProfile({ profile, age }: TrainedProfile): contract.TrainedMemberDetail['profile'] {
  const { height, weight, sex, exerciseHabit, trainingPurposes } = profile;
  return { height, weight, age, sex, exerciseHabit, trainingPurposes };
}
