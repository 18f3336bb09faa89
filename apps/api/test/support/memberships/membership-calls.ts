import { randomUUID } from 'node:crypto';
import type { JoinConfirmation } from '@tanren/contract/memberships/membership-confirmations';
import type { MembershipEvent, MyMemberships } from '@tanren/contract/memberships/memberships';
import type { Problem } from '@tanren/contract/problem';
import type { StaffGym } from '@tanren/contract/gyms/staff-gyms';
import type {
  StaffMembership,
  StaffMembershipDetail,
  StaffMembershipRequest,
} from '@tanren/contract/memberships/staff-memberships';
import type { FastifyInstance } from 'fastify';
import type { gyms } from '#db/schema/gyms.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addPlan } from './memberships.ts';
import { openReservations, reservationCalls, today } from '#test/support/booking/reservations.ts';

interface Listed<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

/** Returns the membership calls of members and staff, through one node. */
export function membershipCalls(app: FastifyInstance) {
  const members = reservationCalls(app);
  const { call } = members;
  const staff = `${randomUUID()}/staff`;
  interface Choice {
    readonly planId: number;
    readonly fromDay: string;
    /** Guardian of a minor. */
    readonly guardian?: object;
  }
  const confirm = async (sub: string, gymId: number, { planId, fromDay, guardian }: Choice) =>
    await call<Partial<JoinConfirmation>>(
      sub,
      'GET',
      `/gyms/${gymId}/join-confirmation?planId=${planId}&fromDay=${fromDay}${guardian === undefined ? '' : '&isMinor=true'}`,
    );
  const draft = () => ({ draftId: randomUUID() });
  return {
    ...members,
    staff,
    mine: async (sub: string) => (await call<MyMemberships>(sub, 'GET', '/my/memberships')).body,
    events: async (sub: string, query = '') =>
      (await call<Listed<MembershipEvent>>(sub, 'GET', `/my/membership-events${query}`)).body,
    confirm,
    /** Applies after the final confirmation, which is missing if the server rejects it. */
    join: async (sub: string, gymId: number, planId: number, more: object = {}) => {
      const body = {
        ...draft(),
        planId,
        fromDay: today,
        name: '鍛錬 花子',
        birthDate: '1990-04-01',
        ...more,
      };
      const { digest } = (await confirm(sub, gymId, body)).body;
      const sent = { ...(digest === undefined ? {} : { confirmation: digest }), ...body };
      return await call<MyMemberships>(sub, 'POST', `/gyms/${gymId}/memberships`, sent);
    },
    ask: async (sub: string, membershipId: number, kind: string, more: object = {}) =>
      await call<MyMemberships>(sub, 'POST', `/my/memberships/${membershipId}/requests`, {
        ...draft(),
        kind,
        ...more,
      }),
    withdraw: async (sub: string, requestId: number) =>
      await call<MyMemberships>(sub, 'DELETE', `/my/membership-requests/${requestId}`),
    goOn: async (sub: string, membershipId: number) =>
      await call<MyMemberships>(sub, 'DELETE', `/my/memberships/${membershipId}/end`),
    requests: async (gymId: number, query = '') =>
      (
        await call<Listed<StaffMembershipRequest>>(
          staff,
          'GET',
          `/staff/gyms/${gymId}/membership-requests${query}`,
        )
      ).body,
    decide: async (requestId: number, decision: object) =>
      await call<{ affected?: number }>(
        staff,
        'POST',
        `/staff/membership-requests/${requestId}/decision`,
        decision,
      ),
    search: async (gymId: number, query = '') =>
      (
        await call<Listed<StaffMembership>>(
          staff,
          'GET',
          `/staff/gyms/${gymId}/memberships${query}`,
        )
      ).body,
    look: async (membershipId: number) =>
      await call<StaffMembershipDetail>(staff, 'GET', `/staff/memberships/${membershipId}`),
    enrol: async (gymId: number, body: object) =>
      await call<StaffMembershipDetail>(staff, 'POST', `/staff/gyms/${gymId}/memberships`, {
        fromDay: today,
        name: '鍛錬 花子',
        reason: '受付で申し込み',
        ...body,
      }),
    change: async (membershipId: number, body: object) =>
      await call<StaffMembershipDetail & Pick<Problem, 'affected' | 'affectedSlots'>>(
        staff,
        'POST',
        `/staff/memberships/${membershipId}/changes`,
        { reason: '本人の申し出', ...body },
      ),
    setPlans: async (gymId: number, plans: readonly object[]) => {
      const { body } = await call<StaffGym>(staff, 'GET', `/staff/gyms/${gymId}`);
      const sent = { version: body.version, plans };
      return await call<StaffGym>(staff, 'PUT', `/staff/gyms/${gymId}/plans`, sent);
    },
  };
}

export type MembershipCalls = ReturnType<typeof membershipCalls>;

/** Opens a node with staff, and gyms that members join without approval by default. */
export async function openMemberships() {
  const world = await openReservations();
  /** Adds a gym from 9 to 23 with hourly slots. */
  const newGym = async (changes: Partial<typeof gyms.$inferInsert> = {}) =>
    await addGym(world.db, openDaily(9, 23), { name: '鍛錬 渋谷', joining: 'open', ...changes });
  /** Adds a plan that members can apply for. */
  const newPlan = async (gymId: number, rights: Parameters<typeof addPlan>[2] = {}) =>
    await addPlan(world.db, gymId, { offered: true, retiredAt: null, position: 1, ...rights });
  return { ...world, newGym, newPlan, ...membershipCalls(world.app) };
}
