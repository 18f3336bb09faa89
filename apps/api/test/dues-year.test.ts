import { randomUUID } from 'node:crypto';
import { addDays, toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import { addMonths } from '@tanren/domain/memberships/dues';
import { firstOfMonth, type MembershipTerms } from '@tanren/domain/memberships/memberships';
import type { TransferResult } from '@tanren/domain/memberships/zengin';
import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { membershipTerms } from '#db/schema/memberships.ts';
import { bySize } from './support/failures.ts';
import { answerAsBank, duesCalls } from './support/memberships/dues-calls.ts';
import { openMemberships } from './support/memberships/membership-calls.ts';
import { addMembership } from './support/memberships/memberships.ts';
import { PlainDues } from './support/memberships/plain-dues.ts';

const { db, clock, call, newGym, newPlan, change, look } = await openMemberships();
const dues = duesCalls(call);

const firstMonth = '2026-04';
const memberCount = 3;

interface Step {
  readonly kind:
    | 'charge'
    | 'import'
    | 'pay'
    | 'correct'
    | 'refund'
    | 'plan'
    | 'pause'
    | 'end'
    | 'wait';
  readonly member: number;
  readonly amount: number;
  /** Results of the bank by membership: whether each of the first members fails. */
  readonly failures: readonly boolean[];
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...(['charge', 'import', 'pay', 'correct', 'refund', 'plan', 'pause', 'end', 'wait'] as const),
  ),
  member: fc.nat({ max: memberCount - 1 }),
  amount: fc.integer({ min: 1, max: 20_000 }),
  failures: fc.array(fc.boolean(), { minLength: memberCount, maxLength: memberCount }),
});

/** Three random steps in each month of a year. */
const months = fc.array(fc.tuple(step, step, step), { minLength: 12, maxLength: 12 });

async function readTerms(membershipId: number): Promise<MembershipTerms> {
  return await db
    .select()
    .from(membershipTerms)
    .where(eq(membershipTerms.membershipId, membershipId))
    .orderBy(asc(membershipTerms.fromDay));
}

interface Known {
  readonly membershipId: number;
  readonly plain: PlainDues;
}

/** Opens a gym with two plans and three members. */
async function openYear() {
  const gym = await newGym();
  const prices = new Map([
    [await newPlan(gym.id, { price: 8800 }), 8800],
    [await newPlan(gym.id, { price: 5500 }), 5500],
  ]);
  const planIds = [...prices.keys()];
  await dues.setCollector(gym.id);
  const members: Known[] = [];
  for (let n = 0; n < memberCount; n += 1) {
    const fromDay = toGymDay(clock.now);
    const made = { sub: randomUUID(), gymId: gym.id, planId: planIds[0] ?? 0 };
    const membershipId = await addMembership(db, { ...made, terms: [{ fromDay }] });
    await dues.setAccount(membershipId);
    members.push({ membershipId, plain: new PlainDues(prices) });
  }
  return { gymId: gym.id, planIds, members };
}

type Year = Awaited<ReturnType<typeof openYear>>;

/** Charges the month on the server and in the lists. */
async function charge({ gymId, members }: Year, month: string): Promise<void> {
  expect((await dues.charge(gymId, month)).status).toBe(200);
  for (const { membershipId, plain } of members) plain.charge(await readTerms(membershipId), month);
}

/** Sends the open amounts to the bank, and imports its results twice. */
async function importMonth({ gymId, members }: Year, month: string, { failures }: Step) {
  const open = members.filter(({ plain }) => plain.balance(month) > 0);
  const onDay = addDays(toGymDay(clock.now), 3);
  const made = await dues.transfer(gymId, month, onDay);
  expect(made.status).toBe(open.length === 0 ? 409 : 200);
  if (open.length === 0) return;
  const amounts = open.map(({ plain }) => plain.balance(month));
  const results = new Map<number, TransferResult>(
    open.map(({ membershipId }, at) => [membershipId, failures[at] === true ? '1' : '0']),
  );
  const answer = answerAsBank(made.body.content, results);
  for (const outcome of ['imported', 'known']) {
    expect((await dues.results(gymId, month, answer)).body.outcome).toBe(outcome);
  }
  for (const [at, { membershipId, plain }] of open.entries()) {
    if (results.get(membershipId) === '0') plain.add(month, -(amounts[at] ?? 0));
    else plain.fail(month);
  }
}

/** Adds an entry by hand, twice with the same draft. */
async function enter({ membershipId, plain }: Known, month: string, { kind, amount }: Step) {
  const kinds = { pay: 'payment', correct: 'correction', refund: 'refund' } as const;
  if (kind !== 'pay' && kind !== 'correct' && kind !== 'refund') return;
  const signed = kind === 'correct' && amount % 2 === 0 ? -amount : amount;
  const entry = { draftId: randomUUID(), month, kind: kinds[kind], amount: signed };
  const sent = [await dues.enter(membershipId, entry), await dues.enter(membershipId, entry)];
  expect(sent.map(({ status }) => status)).toEqual([201, 201]);
  plain.add(month, kind === 'pay' ? -signed : signed);
}

/** Changes the contract from the next month on. A change that is impossible changes nothing. */
async function changeContract(
  { planIds }: Year,
  { membershipId }: Known,
  { kind, amount }: Step,
): Promise<void> {
  const today = toGymDay(clock.now);
  const { version } = (await look(membershipId)).body.membership;
  const fromDay = firstOfMonth(today, 1);
  const changes = {
    plan: { planId: planIds[amount % 2], fromDay },
    pause: { fromDay, lastDay: addDays(fromDay, 20 + (amount % 40)) },
    end: { fromDay: addDays(fromDay, 40) },
  };
  if (kind !== 'plan' && kind !== 'pause' && kind !== 'end') return;
  const { status } = await change(membershipId, { kind, ...changes[kind], version });
  expect([200, 409]).toContain(status);
}

async function compare({ gymId, members }: Year, month: string): Promise<void> {
  const { items } = await dues.month(gymId, month, '?limit=100');
  const today = toGymDay(clock.now);
  for (const { membershipId, plain } of members) {
    const row = items.find((one) => one.membershipId === membershipId);
    expect(row?.balance ?? 0).toBe(plain.balance(month));
    expect(row?.due ?? 0).toBe(plain.priceOf(await readTerms(membershipId), month));
    expect(row?.state === 'failed').toBe(plain.hasFailed(month));
    const isLate = plain.balance(month) > 0 && month < today.slice(0, 7);
    expect(row?.overdue ?? false).toBe(isLate || plain.hasFailed(month));
    const { body } = await dues.ledger(membershipId);
    expect(body.balance).toBe(plain.balance());
    const sum = body.entries.reduce((all, { amount }) => all + amount, 0);
    expect([sum, body.entries.length]).toEqual([body.balance, plain.lines.length]);
  }
}

test('a year of dues has the balances of a plain list', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(months, async (stepsOfMonths) => {
      clock.now = toGymInstant(`${firstMonth}-01`, 12 * 60);
      const year = await openYear();
      for (const [at, steps] of stepsOfMonths.entries()) {
        const month = addMonths(firstMonth, at);
        for (const [day, one] of steps.entries()) {
          clock.now = toGymInstant(`${month}-${String(5 + day * 5).padStart(2, '0')}`, 12 * 60);
          const member = year.members[one.member];
          if (member === undefined) throw new Error('no member');
          // Half of the steps are about the month before.
          const about = one.amount % 2 === 0 && at > 0 ? addMonths(month, -1) : month;
          if (one.kind === 'charge' || one.kind === 'wait') await charge(year, about);
          if (one.kind === 'import') {
            await charge(year, about);
            await importMonth(year, about, one);
          }
          await enter(member, about, one);
          await changeContract(year, member, one);
        }
        await compare(year, month);
      }
    }),
    // Shrinking a year would take hours.
    { numRuns: bySize(1, 30), endOnFailure: true },
  );
});
