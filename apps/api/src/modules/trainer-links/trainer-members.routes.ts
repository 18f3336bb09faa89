import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/trainer-members';
import { AppError } from '#app-error.ts';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database } from '#db/database.ts';
import { linkMemberByCode } from './link-member.service.ts';
import {
  readTrainedMember,
  readTrainedMembers,
  type TrainedProfile,
  unlinkTrainedMember,
} from './trainer-members.service.ts';
import { findProfile, type LinkedMember } from './trainer-members.store.ts';

export interface TrainerMemberOptions {
  readonly db: Database;
  readonly now: () => Date;
  readonly holdAccount: HoldAccount;
  readonly trainerCodeKey: Buffer;
  /** The member's machine hears of next loads that are no longer the trainer's. */
  readonly tellMachine: (memberSub: string) => Promise<void>;
}

export const trainerMemberRoutes: FastifyPluginAsyncTypebox<TrainerMemberOptions> = async (
  app,
  { db, now, holdAccount, trainerCodeKey, tellMachine },
) => {
  app.route({
    ...contract.listTrainedMembers,
    handler: async ({ identity }) => {
      const members = await readTrainedMembers(db, identity.sub, now());
      return members.map(({ lastWorkoutAt, lapsed, ...member }) => ({
        ...nameMember(member),
        lastWorkoutAt: lastWorkoutAt && lastWorkoutAt.toISOString(),
        lapsed,
        stalledWorkoutTypeIds: member.stalledWorkoutTypeIds,
        streakWeeks: member.streakWeeks,
      }));
    },
  });

  app.route({
    ...contract.linkMember,
    handler: async ({ identity, body, ip, log }, reply) => {
      const address = nameNetwork(ip);
      const entered = { trainerSub: identity.sub, address, code: body.code };
      const parts = { db, holdAccount, trainerCodeKey };
      const link = await linkMemberByCode(parts, entered, now()).catch((error: unknown) => {
        if (error instanceof AppError) {
          // Never the code: a mistyped one is next to somebody's real one.
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
    handler: async ({ identity, params }) => {
      const key = { trainerSub: identity.sub, memberId: params.memberId };
      const { shared, ...member } = await readTrainedMember(db, key, now());
      return { ...nameMember(member), profile: shared && toProfile(shared) };
    },
  });

  app.route({
    ...contract.unlinkMember,
    handler: async ({ identity, params }, reply) => {
      const key = { trainerSub: identity.sub, memberId: params.memberId };
      const ended = await unlinkTrainedMember(db, key, now());
      if (ended?.hadLoads === true) await tellMachine(ended.memberSub);
      return await reply.code(204).send(null);
    },
  });
};

/** As the rate limits count: one customer has a whole /64 of IPv6. */
function nameNetwork(ip: string): string {
  return normalizeIP(ip || 'unknown', 64);
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
