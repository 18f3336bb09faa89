import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/members/userinfo';
import { isProfileCompleted } from '@tanren/domain/members/profile';
import { AppError } from '#http/app-error.ts';
import { type LockAccount, holdsRole } from '#modules/identity/accounts.service.ts';
import type { Onboarding } from './onboarding.service.ts';
import type { Transaction } from '#db/database.ts';
import {
  createUserInfo,
  type UpdateProfileRankings,
  readUserInfo,
  updateUserInfo,
} from './userinfo.service.ts';
import type { StoredUserInfo } from './userinfo.store.ts';

interface UserInfoOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
  readonly updateProfileRankings: UpdateProfileRankings;
  /** Erases the member's data of all modules. */
  readonly eraseMember: (tx: Transaction, sub: string) => Promise<void>;
  readonly onboarding: Pick<Onboarding, 'clear'>;
}

export const userInfoRoutes: FastifyPluginAsyncTypebox<UserInfoOptions> = async (
  app,
  { now, lockAccount, updateProfileRankings, eraseMember, onboarding },
) => {
  const parts = { lockAccount, updateProfileRankings };
  app.route({
    ...contract.getUserInfo,
    handler: async ({ db, identity }) => toWire(await readUserInfo(db, identity.sub)),
  });

  app.route({
    ...contract.createUserInfo,
    handler: async ({ db, identity, body }, reply) => {
      const made = await createUserInfo(db, parts, identity.sub, body, now());
      return await reply.code(201).send(toWire(made));
    },
  });

  app.route({
    ...contract.updateUserInfo,
    handler: async ({ db, identity, body }) =>
      toWire(await updateUserInfo(db, parts, identity.sub, body, now())),
  });

  app.route({
    ...contract.eraseMemberData,
    handler: async ({ db, identity }, reply) => {
      if (holdsRole(identity.groups)) throw new AppError('role_held');
      await db.transaction(async (tx) => await eraseMember(tx, identity.sub));
      onboarding.clear(identity.sub);
      return await reply.code(204).send(null);
    },
  });
};

function toWire(profile: StoredUserInfo): contract.UserInfo {
  return {
    nickname: profile.nickname,
    height: profile.height,
    weight: profile.weight,
    ...(profile.birthDate !== null && { birthDate: profile.birthDate }),
    ...(profile.sex !== null && { sex: profile.sex }),
    exerciseHabit: profile.exerciseHabit,
    trainingPurposes: profile.trainingPurposes,
    rankingVisible: profile.rankingVisible,
    isProfileCompleted: isProfileCompleted(profile),
    agreedTermsAndConditionsVersion: profile.agreedVersion,
  };
}
