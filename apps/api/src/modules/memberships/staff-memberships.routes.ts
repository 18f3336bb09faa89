import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/memberships/staff-memberships';
import { changeMembership, enrol } from './membership-changes.service.ts';
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
    handler: async ({ identity, params, query }) =>
      await readRequestPage(parts, { staffSub: identity.sub, ...params, ...query }, now()),
  });

  app.route({
    ...contract.decideMembershipRequest,
    handler: async ({ identity, params, body }, reply) => {
      await decideRequest(parts, { staffSub: identity.sub, ...params, ...body }, now());
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...contract.listMemberships,
    handler: async ({ identity, params, query }) =>
      await searchMemberships(parts, identity.sub, { ...params, ...query }, now()),
  });

  app.route({
    ...contract.listMembershipsOfMember,
    handler: async ({ identity, params }) =>
      await readMembershipsOf(parts, identity.sub, params.member.toLowerCase(), now()),
  });

  app.route({
    ...contract.getStaffMembership,
    handler: async ({ identity, params }) =>
      await viewMembership(parts, identity.sub, params.membershipId, now()),
  });

  app.route({
    ...contract.enrolMember,
    handler: async ({ identity, params, body }, reply) => {
      const member = body.member.toLowerCase();
      const enrolment = { ...body, ...params, member, staffSub: identity.sub };
      return await reply.code(201).send(await enrol(parts, enrolment, now()));
    },
  });

  app.route({
    ...contract.changeMembership,
    handler: async ({ identity, params, body }) =>
      await changeMembership(parts, { staffSub: identity.sub, ...params, ...body }, now()),
  });
};
