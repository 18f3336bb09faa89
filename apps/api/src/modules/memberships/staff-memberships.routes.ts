import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/memberships/staff-memberships';
import { changeMembership, enrol, setNameKana } from './membership-changes.service.ts';
import { decideRequest } from './membership-decisions.service.ts';
import {
  readMembershipsOf,
  readRequestPage,
  searchMemberships,
  type StaffMembershipParts,
  viewMembership,
} from './staff-memberships.service.ts';

interface StaffMembershipOptions extends StaffMembershipParts {
  readonly now: () => Date;
}

export const staffMembershipRoutes: FastifyPluginAsyncTypebox<StaffMembershipOptions> = async (
  app,
  { now, ...parts },
) => {
  app.route({
    ...contract.listMembershipRequests,
    handler: async ({ db, identity, params, query }) =>
      await readRequestPage(db, parts, { staffSub: identity.sub, ...params, ...query }, now()),
  });

  app.route({
    ...contract.decideMembershipRequest,
    handler: async ({ db, identity, params, body }, reply) => {
      await decideRequest(db, parts, { staffSub: identity.sub, ...params, ...body }, now());
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...contract.listMemberships,
    handler: async ({ db, identity, params, query }) =>
      await searchMemberships(db, parts, identity.sub, { ...params, ...query }, now()),
  });

  app.route({
    ...contract.listMembershipsOfMember,
    handler: async ({ db, identity, params }) =>
      await readMembershipsOf(db, parts, identity.sub, params.member.toLowerCase(), now()),
  });

  app.route({
    ...contract.getStaffMembership,
    handler: async ({ db, identity, params }) =>
      await viewMembership(db, parts, identity.sub, params.membershipId, now()),
  });

  app.route({
    ...contract.enrolMember,
    handler: async ({ db, identity, params, body }, reply) => {
      const member = body.member.toLowerCase();
      const enrolment = { ...body, ...params, member, staffSub: identity.sub };
      return await reply.code(201).send(await enrol(db, parts, enrolment, now()));
    },
  });

  app.route({
    ...contract.setNameKana,
    handler: async ({ db, identity, params, body }) =>
      await setNameKana(db, parts, { staffSub: identity.sub, ...params, ...body }, now()),
  });

  app.route({
    ...contract.changeMembership,
    handler: async ({ db, identity, params, body }) =>
      await changeMembership(db, parts, { staffSub: identity.sub, ...params, ...body }, now()),
  });
};
