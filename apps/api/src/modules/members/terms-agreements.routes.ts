import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/members/terms-agreements';
import type { HoldAccount } from '#modules/identity/accounts.service.ts';
import type { Database } from '#db/database.ts';
import { agreeToTerms } from './terms-agreements.service.ts';

interface TermsAgreementOptions {
  readonly db: Database;
  readonly now: () => Date;
  readonly holdAccount: HoldAccount;
}

export const termsAgreementRoutes: FastifyPluginAsyncTypebox<TermsAgreementOptions> = async (
  app,
  { db, now, holdAccount },
) => {
  app.route({
    ...contract.agreeToTerms,
    handler: async ({ identity, body: { version } }, reply) => {
      const agreedAt = now();
      await agreeToTerms(db, holdAccount, { sub: identity.sub, version, agreedAt });
      return await reply.code(201).send({ version, agreedAt: agreedAt.toISOString() });
    },
  });
};
