import { listGyms } from '@tanren/contract/gyms/gyms';
import type { MembershipEvent } from '@tanren/contract/memberships/memberships';
import { getStaffGym } from '@tanren/contract/gyms/staff-gyms';
import {
  changeMembership,
  decideMembershipRequest,
  enrolMember,
  getStaffMembership,
  listMembershipRequests,
  listMemberships,
  listMembershipsOfMember,
  setNameKana,
  type StaffMembership,
  type StaffMembershipDetail,
  type StaffMembershipRequest,
} from '@tanren/contract/memberships/staff-memberships';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { sampleGym, sampleStaffGym } from '#test/samples/gyms.ts';
import {
  contractor,
  dayPlan,
  sampleMembership,
  samplePlan,
  sampleStaffMembership,
} from '#test/samples/memberships.ts';
import { answer, rejectWith } from '#test/support/answers.ts';
import { listAffected } from '#test/samples/affected.ts';

export const today = () => toGymDay(new Date());

export function sampleRequest(
  changes: Partial<StaffMembershipRequest> = {},
): StaffMembershipRequest {
  return {
    requestId: 51,
    kind: 'join',
    gymId: sampleGym.id,
    gymName: sampleGym.name,
    membershipId: null,
    name: '新井 初',
    plan: dayPlan,
    fromDay: addDays(today(), 7),
    lastDay: null,
    note: '友人の紹介です',
    requestedAt: '2026-03-03T09:00:00.000Z',
    member: '6f2d3f0e-5a53-4c5c-9a51-0f7d7f1f0a99',
    nickname: 'ハジメ',
    ...changes,
  };
}

const joined: MembershipEvent = {
  eventId: 1,
  at: '2026-01-05T01:00:00.000Z',
  kind: 'joined',
  by: 'staff',
  gymId: sampleGym.id,
  gymName: sampleGym.name,
  membershipId: 1234,
  request: null,
  planName: samplePlan.name,
  fromDay: '2026-01-05',
  lastDay: null,
  count: null,
  reason: '店頭でのお申し込み',
};

export function sampleDetail(changes: Partial<StaffMembership> = {}): StaffMembershipDetail {
  return { membership: sampleStaffMembership(changes), requests: [], events: [joined] };
}

/** Opens the contracts of a gym in memory, for two colleagues who work on them. */
export function openContracts(changes: Partial<StaffMembership> = {}) {
  let detail = sampleDetail(changes);
  let requests: StaffMembershipRequest[] = [];
  let affected = 0;
  /** The decision of a colleague. `null` while there is none. */
  let decided: 'approved' | 'declined' | null = null;
  const { membershipId } = detail.membership;

  function isRejected(agreed = 0) {
    if (affected !== agreed)
      return rejectWith(409, 'reservations_affected', {
        affected,
        affectedSlots: listAffected(affected),
      });
    affected = 0;
    return null;
  }

  function record(event: Partial<MembershipEvent>, part: Partial<StaffMembership> = {}): void {
    const { membership, events } = detail;
    const eventId = events.length + 1;
    detail = {
      ...detail,
      membership: { ...membership, ...part, version: membership.version + 1 },
      events: [{ ...joined, planName: null, fromDay: null, eventId, ...event }, ...events],
    };
  }

  const kinds = {
    plan: 'plan_changed',
    pause: 'paused',
    resume: 'resumed',
    end: 'ended',
    continue: 'end_withdrawn',
    payment: 'payment_noted',
  } as const;

  answer(listGyms, [sampleGym, { ...sampleGym, id: 2, name: 'TANREN 渋谷' }]);
  answer(getStaffGym, ({ params: { gymId } }) => ({
    ...sampleStaffGym,
    id: gymId,
    plans: [
      ...sampleStaffGym.plans.slice(0, 1),
      { ...dayPlan, taxRate: 10, memberships: 0, offered: false },
    ].map(({ tax: _, ...plan }: (typeof sampleStaffGym.plans)[number] & { tax?: number }) => plan),
  }));
  answer(listMembershipRequests, () => ({ items: requests, nextCursor: null }));
  answer(listMemberships, ({ querystring: { query = '' } }) => ({
    items: [detail.membership].filter(
      ({ name, number }) => name.startsWith(query) || number === query.padStart(8, '0'),
    ),
    nextCursor: null,
  }));
  answer(listMembershipsOfMember, ({ params: { member } }) =>
    [detail.membership].filter((one) => one.member === member),
  );
  answer(getStaffMembership, ({ params }) =>
    params.membershipId === membershipId ? detail : rejectWith(404, 'not_found'),
  );
  answer(changeMembership, ({ body }) => {
    if (body.version !== detail.membership.version) return rejectWith(409, 'stale_version');
    const rejection = isRejected(body.cancelAffected);
    if (rejection !== null) return rejection;
    const [term] = detail.membership.terms;
    const ended =
      body.kind === 'end' && term ? { terms: [{ ...term, lastDay: body.fromDay ?? null }] } : {};
    record({ kind: kinds[body.kind], reason: body.reason, lastDay: body.fromDay ?? null }, ended);
    return detail;
  });
  answer(decideMembershipRequest, ({ params: { requestId }, body }) => {
    const outcome = body.approve ? 'approved' : 'declined';
    if (decided !== null && decided !== outcome) {
      requests = [];
      return rejectWith(409, 'stale_version');
    }
    const rejection = isRejected(body.cancelAffected);
    if (rejection !== null) return rejection;
    requests = requests.filter((request) => request.requestId !== requestId);
    return null;
  });
  answer(setNameKana, ({ body: { nameKana } }) => {
    detail = { ...detail, membership: { ...detail.membership, nameKana } };
    return detail;
  });
  answer(enrolMember, ({ params: { gymId }, body }) => {
    const made = sampleMembership({ gymId, name: body.name });
    return { ...detail, membership: { ...detail.membership, ...made, member: body.member } };
  });

  return {
    address: `/staff/memberships/${membershipId}`,
    member: contractor,
    now: () => detail,
    apply(...made: readonly StaffMembershipRequest[]) {
      requests = [...made];
    },
    /** Records a payment as a colleague would. */
    changeElsewhere() {
      record({ kind: 'payment_noted', reason: '同僚の確認' });
    },
    decideElsewhere(outcome: typeof decided) {
      decided = outcome;
    },
    affect(count: number) {
      affected = count;
    },
  };
}
