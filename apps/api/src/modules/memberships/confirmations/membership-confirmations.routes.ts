import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/memberships/membership-confirmations';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import {
  readJoinConfirmation,
  readOwnConfirmation,
  viewConfirmation,
} from './membership-confirmations.service.ts';

interface ConfirmationOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
}

export const membershipConfirmationRoutes: FastifyPluginAsyncTypebox<ConfirmationOptions> = async (
  app,
  { now, lockAccount },
) => {
  app.route({
    ...contract.getJoinConfirmation,
    handler: async ({ db, params, query }) =>
      await readJoinConfirmation(db, { ...params, ...query }, now()),
  });

  app.route({
    ...contract.getMyMembershipConfirmation,
    handler: async ({ db, identity: { sub }, params }) =>
      await readOwnConfirmation(db, { sub, ...params }),
  });

  app.route({
    ...contract.getStaffMembershipConfirmation,
    handler: async ({ db, identity, params }) =>
      await viewConfirmation(db, lockAccount, { staffSub: identity.sub, ...params }, now()),
  });
};
