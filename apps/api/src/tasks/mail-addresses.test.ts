import { randomUUID } from 'node:crypto';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { createConfirmedUser } from '@tanren/user-pool/administration';
import type { PlainMail } from '#mail/mail-words.ts';
import { userPoolUsers } from '@tanren/user-pool/schema/users';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { readConfig } from '#config/config.ts';
import { membershipEvents } from '#db/schema/memberships.ts';
import {
  notificationChoices,
  notificationOutbox,
  tokenAddresses,
  userInfos,
} from '#db/schema/members.ts';
import { reservationWaits, trainingReservations } from '#db/schema/booking.ts';
import { bearer, buildTestApp, moveTaskTimers } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { startTokenIssuer } from '#test/support/identity/token-issuer.ts';
import { openIdentity } from '#composition/identity.ts';

const { db } = await createTestDatabase();
const now = new Date();
const inAnHour = new Date(now.getTime() + 60 * 60 * 1000);
const before = 'before@tanren.example';
const after = 'after@tanren.example';

async function addProfile(sub: string): Promise<void> {
  const profile = { nickname: 'はな', createdAt: now, updatedAt: now };
  await db.insert(userInfos).values({ sub, ...profile });
}

/** Leaves one mail in each outbox, all with the address from before the change. */
async function queueMails(sub: string): Promise<void> {
  const { id: gymId } = await addGym(db, openDaily(0, 24));
  const times = { gymDay: toGymDay(inAnHour), startsAt: inAnHour, endsAt: inAnHour };
  const slot = { gymId, ...times, sub, email: before, createdAt: now };
  const cancellation = { cancelledAt: now, gymCancelReason: '臨時休館のため' };
  await db.insert(trainingReservations).values({ ...slot, seat: 1, ...cancellation });
  const offer = { offeredAt: now, offerExpiresAt: inAnHour };
  const [wait] = await db
    .insert(reservationWaits)
    .values({ ...slot, ...offer })
    .returning();
  const step = { at: now, kind: 'payment_noted', by: 'staff', gymId, sub } as const;
  await db.insert(membershipEvents).values({ ...step, email: before });
  // Offers are sent at any hour; all other kinds wait until the quiet hours end.
  const kind = 'offer';
  await db
    .insert(notificationChoices)
    .values({ sub, kind, push: false, mail: true, email: before });
  const words = { topic: sub, title: '空きが出ました', body: '', path: '/' };
  const due = { refId: wait?.id, dueAt: now, expiresAt: inAnHour };
  await db.insert(notificationOutbox).values({ sub, kind, channel: 'mail', ...words, ...due });
}

/** A node with its own mailbox; the returned function waits until four mails were sent. */
async function startNode(settings: Readonly<Record<string, string>>) {
  const mails: PlainMail[] = [];
  const mailer = { send: async (mail: PlainMail) => void mails.push(mail) };
  const clock = () => new Date();
  const config = { ...readConfig(settings), userPoolKeys: testKeys };
  const identity = await openIdentity(config, db, mailer, clock);
  const parts = { config, db, now: clock, mailer, modules: productModules, ...identity };
  const app = await buildTestApp(parts);
  const runTasks = moveTaskTimers();
  await app.ready();
  const listRecipients = async () => {
    await expect.poll(async () => (await runTasks(), mails)).toHaveLength(4);
    return mails.map(({ to }) => to);
  };
  return { app, userPool: identity.userPool, listRecipients };
}

test('sends mails to the current address of an account in the embedded pool', async () => {
  const { userPool, listRecipients } = await startNode({});
  if (userPool === null) throw new Error('There is no embedded pool');
  const sub = await createConfirmedUser(db, userPool, { email: before, password: 'matsutake99' });
  await addProfile(sub);
  await db.update(userPoolUsers).set({ email: after }).where(eq(userPoolUsers.sub, sub));
  await queueMails(sub);
  expect(await listRecipients()).toEqual([after, after, after, after]);
});

test('sends mails to the address of the newest token with Amazon Cognito', async () => {
  const issuer = await startTokenIssuer();
  const { app, listRecipients } = await startNode(issuer.settings);
  const sub = randomUUID();
  await addProfile(sub);
  const issuedAt = Math.floor(now.getTime() / 1000) - 60;
  const present = issuer.issue(sub, { email: after, iat: issuedAt });
  /** The other phone has not renewed its token since the address was changed. */
  const old = issuer.issue(sub, { email: before, iat: issuedAt - 60 });
  for (const token of [old, present, old]) {
    await app.inject({ url: '/api/userinfo', headers: bearer(token) });
  }
  await queueMails(sub);
  expect(await listRecipients()).toEqual([after, after, after, after]);
  await db.delete(userInfos).where(eq(userInfos.sub, sub));
  expect(await db.$count(tokenAddresses)).toBe(0);
});

test('does not store the address of a token without a profile', async () => {
  const issuer = await startTokenIssuer();
  const { app } = await startNode(issuer.settings);
  const token = issuer.issue(randomUUID(), { email: after });
  const { statusCode } = await app.inject({ url: '/api/userinfo', headers: bearer(token) });
  expect(statusCode).toBe(404);
  expect(await db.$count(tokenAddresses)).toBe(0);
});
