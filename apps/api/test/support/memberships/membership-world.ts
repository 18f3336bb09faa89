import { afterAll, expect } from 'vitest';
import { type Database, closeDatabase, openDatabase } from '#db/database.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { openWorld } from '#test/support/world.ts';
import { type MembershipCalls, membershipCalls } from './membership-calls.ts';
import { addPlan } from './memberships.ts';
import { type PlainPlan, timeOf } from './plain-memberships.ts';

/** 10:30 of the first day. */
export const beginning = timeOf(0, 10.5);

/** Hours of slots that are far enough apart. */
export const visitHours = [9, 13, 17, 21, 25] as const;

export const refusals = [
  'no_membership',
  'gym_not_covered',
  'membership_ended',
  'membership_not_started',
  'membership_paused',
  'outside_plan_hours',
  'monthly_limit',
];

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const allowAll = { allGyms: false, weekdays: everyDay, fromHour: 0, untilHour: 48 };

async function makePlan(
  db: Database,
  gymId: number,
  rights: Partial<PlainPlan> = {},
): Promise<PlainPlan> {
  const plan = { ...allowAll, visits: null, countsNoShows: true, ...rights };
  const id = await addPlan(db, gymId, {
    allGyms: plan.allGyms,
    countsNoShows: plan.countsNoShows,
    weekdays: [...plan.weekdays],
    fromMinute: plan.fromHour * 60,
    untilMinute: plan.untilHour * 60,
    visitsPerMonth: plan.visits,
    offered: true,
    retiredAt: null,
  });
  return { ...plan, id, gymId };
}

/**
 * Opens three nodes and two gyms: one that members join by themselves, and one where staff decide.
 * Both are open until two in the morning, so that a visit can end in the next month.
 */
export async function openMembershipWorld() {
  const { db, url, clock, openNode } = await openWorld(beginning);
  const nodes: MembershipCalls[] = [];
  for (let n = 0; n < 3; n += 1) {
    const own = openDatabase(url);
    afterAll(async () => await closeDatabase(own));
    nodes.push(membershipCalls(await openNode({ db: own })));
  }
  const hours = openDaily(9, 26);
  const { id: openGym } = await addGym(db, hours, { capacity: 1000, joining: 'open' });
  const { id: strictGym } = await addGym(db, hours, { capacity: 1000, joining: 'approval' });
  const plans = [
    await makePlan(db, openGym, { visits: 3, allGyms: true }),
    await makePlan(db, strictGym, { visits: 4, allGyms: true, countsNoShows: false }),
    await makePlan(db, openGym, { weekdays: [1, 2, 3, 4, 5], untilHour: 18 }),
    await makePlan(db, strictGym),
    await makePlan(db, openGym, { fromHour: 12, visits: 2, countsNoShows: false }),
  ];
  const node = (n: number) => nodes[n % 3] ?? expect.fail('no node');
  const gymOf = (n: number) => (n % 2 === 0 ? openGym : strictGym);
  return { db, url, clock, node, gymOf, openGym, plans };
}
