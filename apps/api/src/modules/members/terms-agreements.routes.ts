import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/members/terms-agreements';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { agreeToTerms } from './terms-agreements.service.ts';

interface TermsAgreementOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
}

export const termsAgreementRoutes: FastifyPluginAsyncTypebox<TermsAgreementOptions> = async (
  app,
  { now, lockAccount },
) => {
  app.route({
    ...contract.agreeToTerms,
    handler: async ({ db, identity, body: { version } }, reply) => {
      const agreedAt = now();
      await agreeToTerms(db, lockAccount, { sub: identity.sub, version, agreedAt });
      return await reply.code(201).send({ version, agreedAt: agreedAt.toISOString() });
    },
  });
};
