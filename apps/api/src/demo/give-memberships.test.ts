import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { membershipEvents, memberships, membershipTerms } from '#db/schema/memberships.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { userInfos } from '#db/schema/members.ts';
import { demoMember } from '@tanren/demo/members/demo-accounts';
import { createTestDatabase } from '#test/support/database.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addPlan } from '#test/support/memberships/memberships.ts';
import { giveMemberships } from './give-memberships.ts';

test('gives memberships once to members of a demo world without them, and to no other members', async () => {
  const { db } = await createTestDatabase();
  const gym = await addGym(db, openDaily(6, 26), { id: 1 });
  const planId = await addPlan(db, gym.id, { retiredAt: null });
  await addPlan(db, gym.id, { position: 1, retiredAt: null });
  const joinedAt = new Date('2026-01-05T15:00:00Z');
  const stranger = randomUUID();
  for (const sub of [demoMember.sub, stranger]) {
    const dates = { createdAt: joinedAt, updatedAt: joinedAt };
    await db.insert(userInfos).values({ sub, nickname: 'はるき', ...dates });
    const slot = {
      gymId: gym.id,
      gymDay: '2026-11-18',
      startsAt: new Date('2026-11-18T10:00:00Z'),
      endsAt: new Date('2026-11-18T11:00:00Z'),
    };
    const seat = sub === stranger ? 1 : 2;
    await db.insert(trainingReservations).values({ ...slot, sub, seat, createdAt: joinedAt });
  }
  await giveMemberships(db);
  await giveMemberships(db);
  const made = await db.select().from(memberships);
  expect(made).toMatchObject([
    { sub: demoMember.sub, gymId: gym.id, email: 'demo@tanren.example', joinedAt },
  ]);
  const membershipId = made[0]?.id;
  const term = { membershipId, planId, fromDay: '2026-01-06', lastDay: null, paused: false };
  expect(await db.select().from(membershipTerms)).toEqual([term]);
  const step = { membershipId, kind: 'joined', by: 'system', planId, email: null };
  expect(await db.select().from(membershipEvents)).toMatchObject([step]);
  const reserved = await db.select().from(trainingReservations);
  expect(new Map(reserved.map((row) => [row.sub, row.membershipId]))).toEqual(
    new Map([
      [demoMember.sub, membershipId],
      [stranger, null],
    ]),
  );
});
