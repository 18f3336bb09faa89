import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/memberships/memberships';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import type { CancelUncoveredReservations } from '#modules/gyms/affected-reservations.service.ts';
import { continueOwn, joinGym, requestChange, withdraw } from './membership-requests.service.ts';
import { resendGuardianMail } from './guardians/guardian-consents.service.ts';
import { readEventPage, readMemberships } from './memberships.service.ts';

interface MembershipOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
  readonly cancelUncoveredReservations: CancelUncoveredReservations;
}

export const membershipRoutes: FastifyPluginAsyncTypebox<MembershipOptions> = async (
  app,
  { now, ...parts },
) => {
  app.route({
    ...contract.listMyMemberships,
    handler: async ({ db, identity }) => await readMemberships(db, identity.sub, now()),
  });

  app.route({
    ...contract.listMyMembershipEvents,
    handler: async ({ db, identity, query }) => await readEventPage(db, identity.sub, query),
  });

  app.route({
    ...contract.joinGym,
    handler: async ({ db, identity: { sub, email = null }, params, body }, reply) => {
      const mine = await joinGym(db, parts, { sub, email, ...params, ...body }, now());
      return await reply.code(201).send(mine);
    },
  });

  app.route({
    ...contract.requestMembershipChange,
    handler: async ({ db, identity: { sub, email = null }, params, body }, reply) => {
      const mine = await requestChange(db, parts, { sub, email, ...params, ...body }, now());
      return await reply.code(201).send(mine);
    },
  });

  app.route({
    ...contract.withdrawMembershipRequest,
    handler: async ({ db, identity: { sub, email = null }, params }) =>
      await withdraw(db, parts, { sub, email, ...params }, now()),
  });

  app.route({
    ...contract.sendGuardianMail,
    handler: async ({ db, identity: { sub, email = null }, params, body }) => {
      const { requestId } = params;
      const own = { sub, ownEmail: email, requestId };
      return await resendGuardianMail(db, parts, { ...own, ...body }, now());
    },
  });

  app.route({
    ...contract.continueMyMembership,
    handler: async ({ db, identity: { sub, email = null }, params }) =>
      await continueOwn(db, parts, { sub, email, ...params }, now()),
  });
};
