import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/memberships/guardian-consents';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { decideAsGuardian, readGuardianConsent } from './guardian-consents.service.ts';

interface GuardianConsentOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
}

/**
 * Limit for one network across all nodes. A token has 256 bits, so guessing is hopeless at any
 * rate.
 */
const rateLimit = {
  max: 60,
  timeWindow: 10 * 60 * 1000,
  keyGenerator: ({ ip }: { readonly ip: string }) => `guardian ${normalizeIP(ip || 'unknown', 64)}`,
};

export const guardianConsentRoutes: FastifyPluginAsyncTypebox<GuardianConsentOptions> = async (
  app,
  { now, ...parts },
) => {
  app.route({
    ...contract.readGuardianConsent,
    config: { ...contract.readGuardianConsent.config, rateLimit },
    handler: async ({ db, body }) => await readGuardianConsent(db, body.token, now()),
  });

  app.route({
    ...contract.decideGuardianConsent,
    config: { ...contract.decideGuardianConsent.config, rateLimit },
    handler: async ({ db, body }, reply) => {
      await decideAsGuardian(db, parts, body, now());
      return await reply.code(204).send(null);
    },
  });
};
