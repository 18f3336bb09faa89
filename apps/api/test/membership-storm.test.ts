import { randomUUID } from 'node:crypto';
import { addDays, daysBetween, toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import { membershipRejections } from '@tanren/domain/memberships/memberships';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { sql } from './support/database.ts';
import { bySize } from './support/failures.ts';
import { addGym, openDaily } from './support/gyms/gyms.ts';
import { type MembershipCalls, membershipCalls } from './support/memberships/membership-calls.ts';
import { addPlan } from './support/memberships/memberships.ts';
import { addMember, openWorld } from './support/world.ts';

const firstDay = '2026-11-20';
const dateOf = (day: number) => addDays(firstDay, day);
const timeOf = (day: number, hour: number) => toGymInstant(dateOf(day), hour * 60);
const dayAt = (now: Date) => daysBetween(firstDay, toGymDay(now));

/** Hours of slots that are far enough apart. */
const visitHours = [9, 13, 17, 21, 25] as const;

const { db, url, clock, openNode } = await openWorld(timeOf(0, 10.5));
const nodes: MembershipCalls[] = [];
for (let n = 0; n < 3; n += 1) {
  const own = openDatabase(url);
  afterAll(async () => await closeDatabase(own));
  nodes.push(membershipCalls(await openNode({ db: own })));
}
/** The gyms are open until two in the morning, so that a visit can end in the next month. */
const hours = openDaily(9, 26);
/** Members join the first gym by themselves. In the second one staff decide. */
const { id: openGym } = await addGym(db, hours, { capacity: 1000, joining: 'open' });
const { id: strictGym } = await addGym(db, hours, { capacity: 1000, joining: 'approval' });
const offer = async (gymId: number, rights: Parameters<typeof addPlan>[2]) => ({
  gymId,
  id: await addPlan(db, gymId, { offered: true, retiredAt: null, ...rights }),
});
const plans = [
  await offer(openGym, { visitsPerMonth: 3, allGyms: true }),
  await offer(strictGym, { visitsPerMonth: 4, allGyms: true, countsNoShows: false }),
  await offer(openGym, { weekdays: [1, 2, 3, 4, 5], untilMinute: 18 * 60 }),
  await offer(strictGym, {}),
  await offer(openGym, { fromMinute: 12 * 60, visitsPerMonth: 2, countsNoShows: false }),
];

const any = (below: number) => Math.floor(Math.random() * below);

function pick<T>(from: readonly T[]): T {
  const picked = from[any(from.length)];
  if (picked === undefined) throw new Error('nothing to pick');
  return picked;
}

/** Codes that concurrent calls may answer. Any other code is an error of the server. */
const answers = new Set<string | null>([
  null,
  'membership_exists',
  'request_pending',
  'change_impossible',
  'stale_version',
  'reservations_affected',
  'limit_reached',
  'overlap',
  'not_found',
  'deadline_passed',
  'decided_by_staff',
  ...membershipRejections,
]);

/** Tries a random action of a member or staff, several of them at once. */
async function doSomething(sub: string): Promise<string | null> {
  const calls = pick(nodes);
  const gymId = pick([openGym, strictGym]);
  const plan = pick(plans);
  const day = dayAt(clock.now) + 1 + any(20);
  const { memberships, requests } = await calls.mine(sub);
  const membershipId = memberships[any(memberships.length)]?.membershipId ?? 1;
  const requestId = requests[0]?.requestId ?? 1;
  const hour = visitHours[any(visitHours.length)] ?? 9;
  const steps: (() => Promise<{ readonly code: string | null }>)[] = [
    () => calls.join(sub, plan.gymId, plan.id, { fromDay: dateOf(dayAt(clock.now)) }),
    () => calls.join(sub, plan.gymId, plan.id, { fromDay: dateOf(day) }),
    () => calls.ask(sub, membershipId, ['pause', 'resume', 'end'][any(3)] ?? 'end'),
    () => calls.goOn(sub, membershipId),
    () => calls.withdraw(sub, requestId),
    () => calls.decide(requestId, { approve: true, cancelAffected: any(2) }),
    async () => {
      const { version } = (await calls.look(membershipId)).body.membership ?? { version: 1 };
      const kind = ['pause', 'resume', 'end'][any(3)];
      const change = { kind, fromDay: dateOf(day), version, cancelAffected: any(3) };
      return await calls.change(membershipId, change);
    },
    ...Array.from(
      { length: 6 },
      () => () => calls.reserve(sub, gymId, dateOf(day), timeOf(day, hour)),
    ),
    async () => {
      const { items } = (await calls.list(sub)).body;
      return await calls.cancel(sub, items[any(items.length)]?.id ?? 1);
    },
    () => calls.call(sub, 'GET', `/gyms/${gymId}/door?keepChangeable=false`),
  ];
  const { code } = await pick(steps)();
  return code;
}

/** Lists violated invariants, which are checked on the tables with independent queries. */
async function listErrors(): Promise<unknown[]> {
  const now = clock.now.toISOString();
  const today = dateOf(dayAt(clock.now));
  const second = await sql(
    url,
    `select sub, gym_id from memberships m where exists (
       select from membership_terms t where t.membership_id = m.id
         and coalesce(t.last_day, 'infinity') >= $1::date)
     group by sub, gym_id having count(*) > 1`,
    [today],
  );
  const gaps = await sql(
    url,
    `select * from (
       select membership_id, last_day, lead(from_day) over (
         partition by membership_id order by from_day) as next from membership_terms) t
     where next is not null and next is distinct from last_day + 1`,
  );
  const uncovered = await sql(
    url,
    `select r.id, r.gym_day from training_reservations r
     where r.cancelled_at is null and r.starts_at > $1::timestamptz and not exists (
       select from membership_terms t join subscription_plans p on p.id = t.plan_id
       where t.membership_id = r.membership_id and not t.paused
         and r.gym_day between t.from_day and coalesce(t.last_day, 'infinity')
         and (p.all_gyms or p.gym_id = r.gym_id)
         and extract(dow from r.gym_day) = any (p.weekdays)
         and r.starts_at >= (r.gym_day + make_interval(mins => p.from_minute)) at time zone 'Asia/Tokyo'
         and r.ends_at <= (r.gym_day + make_interval(mins => p.until_minute)) at time zone 'Asia/Tokyo')`,
    [now],
  );
  const tooMany = await sql(
    url,
    `select r.membership_id, date_trunc('month', r.gym_day) as month, count(*)
     from training_reservations r join lateral (
       select min(visits_per_month) as most, bool_and(counts_no_shows) as strict,
         count(distinct plan_id) as plans
       from membership_terms t join subscription_plans p on p.id = t.plan_id
       where t.membership_id = r.membership_id) p on p.plans = 1
     where r.cancelled_at is null
       and (p.strict or r.ends_at > $1::timestamptz or r.codes_shown_at is not null)
     group by 1, 2, p.most having count(*) > p.most`,
    [now],
  );
  return [...second, ...gaps, ...uncovered, ...tooMany];
}

test(
  'simultaneous actions of members and staff on three nodes never exceed a right',
  async () => {
    const members = Array.from({ length: 4 }, () => randomUUID());
    for (const sub of members) await addMember(db, { sub });
    const tally = new Map<string | null, number>();
    for (let round = 0; round < bySize(6, 200); round += 1) {
      const work = Array.from({ length: 16 }, (_, n) => doSomething(members[n % 4] ?? ''));
      for (const code of await Promise.all(work)) {
        expect(answers).toContain(code);
        tally.set(code, (tally.get(code) ?? 0) + 1);
      }
      expect(await listErrors()).toEqual([]);
      clock.now = new Date(clock.now.getTime() + any(bySize(20, 4)) * 24 * 3_600_000);
    }
    expect(tally.get(null) ?? 0).toBeGreaterThan(bySize(5, 20));
  },
  bySize(120_000, 3_600_000),
);
