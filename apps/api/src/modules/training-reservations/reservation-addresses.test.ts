import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { trainingReservations } from '#db/schema/training-reservations.ts';
import { at, openReservations, reservationCalls, today } from '#test/support/reservations.ts';
import { shareTestApp } from '#test/support/app.ts';
import { forgetPastAddresses } from './reservation-mails.store.ts';

const { db, clock, newGym, reserve, move, cancel, wait } = await openReservations();
/** The same gyms, for members whose token tells no address. */
const nameless = reservationCalls(
  await shareTestApp({
    db,
    modules: { ...productModules, messages: async () => [] },
    now: () => clock.now,
  }),
);

async function addressOf(id: number): Promise<string | null | undefined> {
  const { email } = trainingReservations;
  const found = db.select({ email }).from(trainingReservations);
  return (await found.where(eq(trainingReservations.id, id)))[0]?.email;
}

async function setAddress(id: number, email: string | null): Promise<void> {
  await db.update(trainingReservations).set({ email }).where(eq(trainingReservations.id, id));
}

test('is kept from the token of who reserves, until they cancel', async () => {
  const gym = await newGym();
  const sub = randomUUID();
  const { body } = await reserve(sub, gym.id, today, at(19));
  expect(await addressOf(body.id)).toBe(`${sub}@tanren.example`);
  expect(JSON.stringify(body)).not.toContain('@');
  await cancel(sub, body.id);
  expect(await addressOf(body.id)).toBeNull();
});

test('is kept of who takes an offer, too', async () => {
  const gym = await newGym({ capacity: 1 });
  const [holder, sub] = [randomUUID(), randomUUID()];
  const held = await reserve(holder, gym.id, today, at(19));
  await wait(sub, gym.id, today, at(19));
  await cancel(holder, held.body.id);
  const { status, body } = await reserve(sub, gym.id, today, at(19));
  expect(status).toBe(201);
  expect(await addressOf(body.id)).toBe(`${sub}@tanren.example`);
});

test('follows a move: the newest that is known', async () => {
  const gym = await newGym();
  const sub = randomUUID();
  const { id } = (await nameless.reserve(sub, gym.id, today, at(19))).body;
  expect(await addressOf(id)).toBeNull();
  await move(sub, id, at(20));
  expect(await addressOf(id)).toBe(`${sub}@tanren.example`);
  await setAddress(id, 'former@tanren.example');
  expect((await nameless.move(sub, id, at(21))).status).toBe(200);
  expect(await addressOf(id)).toBe('former@tanren.example');
  await move(sub, id, at(22));
  expect(await addressOf(id)).toBe(`${sub}@tanren.example`);
});

test('goes once the slot is over, however many there are, and not before', async () => {
  const gym = await newGym();
  await db.delete(trainingReservations);
  const past = Array.from({ length: 2500 }, (_, n) => ({
    gymId: gym.id,
    gymDay: today,
    startsAt: at(13),
    endsAt: at(14),
    place: n + 1,
    sub: randomUUID(),
    createdAt: at(12),
    email: 'a@tanren.example',
  }));
  await db.insert(trainingReservations).values(past);
  const ahead = (await reserve(randomUUID(), gym.id, today, at(14))).body;
  const count = async () =>
    await db.$count(trainingReservations, eq(trainingReservations.email, 'a@tanren.example'));
  await forgetPastAddresses(db, new Date(at(14).getTime() - 1));
  expect(await count()).toBe(2500);
  await forgetPastAddresses(db, at(14));
  expect(await count()).toBe(0);
  expect(await addressOf(ahead.id)).not.toBeNull();
});

test('that somebody else is at waits for the next time, and holds up nobody', async () => {
  const gym = await newGym();
  const made = [];
  for (const hour of [13, 14])
    made.push((await reserve(randomUUID(), gym.id, today, at(hour))).body.id);
  const [held = 0, free = 0] = made;
  await db.transaction(async (tx) => {
    const { id } = trainingReservations;
    await tx
      .select()
      .from(trainingReservations)
      .where(inArray(id, [held]))
      .for('update');
    await forgetPastAddresses(db, at(15));
    expect(await addressOf(free)).toBeNull();
    expect(await addressOf(held)).not.toBeNull();
  });
  await forgetPastAddresses(db, at(15));
  expect(await addressOf(held)).toBeNull();
});
