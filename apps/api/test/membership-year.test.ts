import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bySize } from './support/failures.ts';
import {
  beginning,
  openMembershipWorld,
  refusals,
  visitHours,
} from './support/memberships/membership-world.ts';
import {
  type Change,
  type Contract,
  dateOf,
  dayAt,
  monthStart,
  noticeFrom,
  PlainMember,
  type PlainPlan,
  sheetDays,
  timeOf,
} from './support/memberships/plain-memberships.ts';

const { clock, node, gymOf, openGym, plans } = await openMembershipWorld();
const kinds = ['plan', 'pause', 'resume', 'end', 'continue'] as const;

interface OpenRequest {
  readonly id: number;
  readonly gymId: number;
  readonly contract: Contract | null;
  readonly plan: PlainPlan;
  readonly change: Change | null;
  readonly from: number;
}

/** One random step. Its numbers choose among the available options. */
interface Step {
  readonly act: keyof ReturnType<typeof createYear>['acts'];
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % from.length];

/** Simulates a member's year with the program and with the plain model, and compares both. */
function createYear(sub: string) {
  const plain = new PlainMember();
  let open: OpenRequest[] = [];
  const today = () => dayAt(clock.now);

  function planOf(gymId: number, n: number): PlainPlan {
    return (
      pick(
        plans.filter((plan) => plan.gymId === gymId),
        n,
      ) ?? expect.fail('no plan')
    );
  }

  const isLive = ({ boxes }: Contract) => boxes.slice(today()).some((box) => box !== null);

  /** Picks a contract that still runs, if there is one, and sometimes any contract. */
  function contractOf(n: number): Contract | undefined {
    const live = plain.contracts.filter(isLive);
    return pick(live.length === 0 || n % 7 === 0 ? plain.contracts : live, n);
  }

  /** Applies the member's own change to the model. Returns the expected error, or `null`. */
  function followMember(contract: Contract, change: Change): string | null {
    const changed = PlainMember.changeAlone(contract, change, today());
    if (typeof changed === 'string') return changed;
    contract.boxes = changed;
    plain.recover(clock.now);
    return null;
  }

  /**
   * Applies a change by staff to the model. Returns the number of cancelled visits, or `null` if
   * impossible.
   */
  function followStaff(contract: Contract, change: Change, isRequested: boolean): number | null {
    const changed = PlainMember.change(contract, change, today());
    if (changed === null) return null;
    contract.boxes = changed;
    PlainMember.decide(contract, change, isRequested);
    return plain.recover(clock.now);
  }

  async function compare(): Promise<void> {
    const seen = await node(0).mine(sub);
    expect(new Set(seen.requests.map(({ requestId }) => requestId))).toEqual(
      new Set(open.map(({ id }) => id)),
    );
    const sheets = seen.memberships.toReversed().map(({ membershipId, terms, visits }) => ({
      membershipId,
      boxes: Array.from({ length: sheetDays }, (_, day) => {
        const date = dateOf(day);
        const term = terms.find(
          ({ fromDay, lastDay }) => fromDay <= date && (lastDay === null || date <= lastDay),
        );
        return term === undefined ? '' : `${term.plan.id} ${term.paused}`;
      }).join(),
      visits,
    }));
    expect(sheets).toEqual(
      plain.contracts.map((contract) => ({
        membershipId: contract.id,
        boxes: contract.boxes
          .map((box) => (box === null ? '' : `${box.plan.id} ${box.paused}`))
          .join(),
        visits: [today(), monthStart(today(), 1)].flatMap(
          (day) => plain.month(contract, day, clock.now) ?? [],
        ),
      })),
    );
    const listed = await node(1).list(sub, '?limit=100');
    expect(listed.body.items.map(({ id }) => id)).toEqual(
      plain.ahead(clock.now).map(({ id }) => id),
    );
  }

  const acts = {
    async rejoin(step: Step) {
      if (!plain.contracts.some(isLive)) await acts.join({ ...step, a: 0, c: 0 });
    },

    async join({ a, b, c }: Step): Promise<void> {
      const gymId = gymOf(a);
      const plan = planOf(gymId, b);
      const from = today() + (c % 61);
      const { code, body } = await node(a).join(sub, gymId, plan.id, { fromDay: dateOf(from) });
      const has = plain.contracts.some((one) => one.gymId === gymId && isLive(one));
      const waits = open.some((one) => one.gymId === gymId);
      expect(code).toBe(has ? 'membership_exists' : waits ? 'request_pending' : null);
      if (has || waits) return;
      if (gymId === openGym) {
        plain.join(body.memberships[0]?.membershipId ?? 0, plan, from);
        return;
      }
      const id = body.requests.find((one) => one.gymId === gymId)?.requestId ?? 0;
      open.push({ id, gymId, contract: null, plan, change: null, from });
    },

    async ask({ a, b, c }: Step) {
      const contract = contractOf(a);
      if (contract === undefined) return;
      const kind = kinds[b % 4] ?? 'end';
      const plan = planOf(contract.gymId, c);
      const months = c % 3;
      const more = {
        ...(kind === 'plan' && { planId: plan.id }),
        ...(kind === 'pause' && months > 0 && { months }),
      };
      const notice = noticeFrom(today());
      const begins = contract.boxes.findIndex((box) => box !== null);
      const from = Math.max(notice, begins);
      const to = months === 0 ? sheetDays : monthStart(notice, months) - 1;
      const changes = {
        plan: { kind: 'plan', plan, from },
        pause: { kind: 'pause', from, to },
        resume: { kind: 'resume', from: today() + 1 },
        end: { kind: 'end', from: notice },
        continue: { kind: 'continue' },
      } as const;
      const change = changes[kind];
      const { code, body } = await node(b).ask(sub, contract.id, kind, more);
      if (kind !== 'end' && open.some(({ gymId }) => gymId === contract.gymId)) {
        expect(code).toBe('request_pending');
      } else if (kind === 'end' || contract.gymId === openGym) {
        expect(code).toBe(followMember(contract, change));
      } else if (PlainMember.change(contract, change, today()) === null) {
        expect(code).toBe('change_impossible');
      } else {
        expect(code).toBeNull();
        const id = body.requests.find(({ gymId }) => gymId === contract.gymId)?.requestId ?? 0;
        open.push({ id, gymId: contract.gymId, contract, plan, change, from: notice });
      }
    },

    async withdraw({ a }: Step) {
      const request = pick(open, a);
      if (request === undefined) return;
      expect((await node(a).withdraw(sub, request.id)).status).toBe(200);
      open = open.filter((one) => one !== request);
    },

    async takeBack({ a }: Step) {
      const contract = contractOf(a);
      if (contract === undefined) return;
      const { code } = await node(a).goOn(sub, contract.id);
      if (contract.boxes[sheetDays - 1] !== null) expect(code).toBeNull();
      else expect(code).toBe(followMember(contract, { kind: 'continue' }));
    },

    async decide({ a, b }: Step) {
      const request = pick(open, a);
      if (request === undefined) return;
      const { decide } = node(b);
      const reason = '確認しました';
      open = open.filter((one) => one !== request);
      if (b % 4 === 0) {
        expect((await decide(request.id, { approve: false, reason })).code).toBeNull();
        return;
      }
      if (request.contract === null || request.change === null) {
        expect((await decide(request.id, { approve: true })).code).toBeNull();
        const [made] = (await node(a).mine(sub)).memberships;
        plain.join(made?.membershipId ?? 0, request.plan, Math.max(request.from, today()));
        return;
      }
      const lost = followStaff(request.contract, request.change, true);
      const first = await decide(request.id, { approve: true });
      if (lost === null) {
        expect(first.code).toBe('change_impossible');
        expect((await decide(request.id, { approve: false, reason })).code).toBeNull();
      } else if (lost > 0) {
        expect([first.code, first.body.affected]).toEqual(['reservations_affected', lost]);
        const confirmed = { approve: true, cancelAffected: lost };
        expect((await decide(request.id, confirmed)).code).toBeNull();
      } else expect(first.code).toBeNull();
    },

    async change({ a, b, c }: Step) {
      const contract = contractOf(a);
      if (contract === undefined) return;
      const { look, change: send } = node(c);
      const kind = pick([...kinds, 'plan', 'pause'] as const, b) ?? 'end';
      const plan = planOf(contract.gymId, c);
      const from = today() + (c % 6);
      const to = from + (b % 30);
      const fromDay = dateOf(from);
      const sent = {
        plan: { planId: plan.id, fromDay },
        pause: { fromDay, lastDay: dateOf(to) },
        resume: { fromDay },
        end: { fromDay },
        continue: {},
      }[kind];
      const changes = {
        plan: { kind: 'plan', plan, from },
        pause: { kind: 'pause', from, to },
        resume: { kind: 'resume', from },
        end: { kind: 'end', from: from + 1 },
        continue: { kind: 'continue' },
      } as const;
      const { version } = (await look(contract.id)).body.membership;
      const lost = followStaff(contract, changes[kind], false);
      const body = { kind, ...sent, version };
      const first = await send(contract.id, body);
      if (lost === null) expect(first.code).toBe('change_impossible');
      else if (lost > 0) {
        expect([first.code, first.body.affected]).toEqual(['reservations_affected', lost]);
        expect((await send(contract.id, { ...body, cancelAffected: lost })).code).toBeNull();
      } else expect(first.code).toBeNull();
    },

    async reserve({ a, b, c }: Step) {
      const gymId = gymOf(a);
      const lastOfMonth = monthStart(today(), 1) - 1;
      const soon = today() + 1 + (b % (b % 4 === 0 ? 26 : 9));
      const endsMonth = c % 3 === 0 && lastOfMonth > today() && lastOfMonth < today() + 27;
      const day = endsMonth ? lastOfMonth : soon;
      const hour = pick(visitHours, c) ?? 9;
      const visit = { gymId, day, hour };
      const contract = plain.choose(visit, clock.now);
      const ahead = plain.ahead(clock.now);
      const clashes = ahead.some((one) => one.day === day && one.hour === hour);
      const { code, body } = await node(c).reserve(sub, gymId, dateOf(day), timeOf(day, hour));
      if (contract === null) expect(refusals).toContain(code);
      else if (ahead.length >= 4) expect(code).toBe('limit_reached');
      else if (clashes) expect(code).toBe('overlap');
      else {
        expect(code).toBeNull();
        plain.visits.push({ ...visit, id: body.id, contract, cancelled: false, came: false });
      }
    },

    async cancel({ a }: Step) {
      const later = plain
        .ahead(clock.now)
        .filter(({ day, hour }) => timeOf(day, hour - 2) > clock.now);
      const visit = pick(later, a);
      if (visit === undefined) return;
      expect((await node(a).cancel(sub, visit.id)).status).toBe(204);
      visit.cancelled = true;
    },

    /** Moves the clock to ten minutes before the next visit. */
    async come({ a }: Step) {
      const [next] = plain.ahead(clock.now);
      if (next === undefined) return;
      const arrival = new Date(timeOf(next.day, next.hour).getTime() - 600_000);
      if (arrival > clock.now) clock.now = arrival;
      await knock(next.gymId, a);
    },

    async knock({ a, b }: Step) {
      await knock(gymOf(a), b);
    },

    async wait({ a }: Step) {
      clock.now = new Date(clock.now.getTime() + (1 + (a % 30)) * 24 * 3_600_000);
    },
  };

  async function knock(gymId: number, n: number): Promise<void> {
    const { body } = await node(n).call<{ available: boolean; reason?: string }>(
      sub,
      'GET',
      `/gyms/${gymId}/door?keepChangeable=false`,
    );
    const next = plain.ahead(clock.now).find((visit) => visit.gymId === gymId);
    const isTime =
      next !== undefined && timeOf(next.day, next.hour).getTime() - 900_000 <= clock.now.getTime();
    const mayEnter = next !== undefined && plain.mayEnter(next);
    expect([body.available, body.reason]).toEqual([mayEnter && isTime, body.reason]);
    if (next === undefined) expect(body.reason).toBe('no_reservation');
    else if (!mayEnter) expect(refusals).toContain(body.reason);
    else if (isTime) next.came = true;
  }

  return { acts, compare };
}

/** Numbers without bias: small ones would choose the same plan and day again and again. */
const number = fc.noBias(fc.nat({ max: 10_000 }));
const stepOf = (...acts: Step['act'][]) =>
  fc.record({ act: fc.constantFrom(...acts), a: number, b: number, c: number });

/** Some weeks: a contract step, visits, another contract step, and visits or no-shows. */
const weeks = fc
  .tuple(
    stepOf('rejoin'),
    stepOf('join', 'ask', 'takeBack', 'decide', 'withdraw'),
    stepOf('reserve'),
    stepOf('reserve'),
    stepOf('reserve'),
    stepOf('change', 'change', 'ask', 'decide', 'cancel'),
    stepOf('come', 'reserve'),
    stepOf('change', 'come', 'knock'),
    stepOf('wait'),
  )
  .map((steps) => steps as Step[]);

/** Steps after which nothing is compared. The next other step shows their effect. */
const quiet = new Set<Step['act']>(['knock', 'wait', 'reserve']);
const runs = bySize(2, 100);
const roundsOfYear = bySize(10, 24);
const longest = bySize(120_000, 3_600_000);

test(
  'a year of one member on three nodes matches a plain model of days',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(weeks, { minLength: roundsOfYear, maxLength: roundsOfYear, size: 'max' }),
        async (rounds) => {
          clock.now = beginning;
          const year = createYear(randomUUID());
          for (const one of rounds.flat()) {
            await year.acts[one.act](one);
            if (!quiet.has(one.act)) await year.compare();
          }
          await year.compare();
        },
      ),
      { numRuns: runs, endOnFailure: true },
    );
  },
  longest,
);
