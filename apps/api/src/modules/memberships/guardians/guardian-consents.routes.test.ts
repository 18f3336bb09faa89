import { randomUUID } from 'node:crypto';
import type { GuardianConsent } from '@tanren/contract/memberships/guardian-consents';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { guardianConsents } from '#db/schema/memberships.ts';
import type { PlainMail } from '#mail/mail-words.ts';
import { silentLog } from '#test/support/app.ts';
import { at, today } from '#test/support/booking/reservations.ts';
import { openMemberships } from '#test/support/memberships/membership-calls.ts';
import { purgeGuardianConsents } from './guardian-consents.store.ts';
import { createGuardianMails } from './guardian-mails.service.ts';

const calls = await openMemberships();
const { db, clock, newGym, newPlan, call, join, mine, events, requests, decide, withdraw } = calls;
const { addMember } = calls;

const birthDate = '2009-04-02';
const guardian = { name: '鍛錬 母', relation: 'mother', email: 'mother@tanren.example' };

beforeEach(async () => {
  clock.now = at(12);
  await db.delete(guardianConsents);
});

/** Sends the due mails, and returns them. */
async function sendMails(): Promise<PlainMail[]> {
  const mails: PlainMail[] = [];
  const run = createGuardianMails({
    db,
    sendMail: async (mail) => void mails.push(mail),
    findAddresses: async () => new Map(),
    publicUrl: new URL('https://gym.example/'),
    now: () => clock.now,
    log: silentLog,
  });
  await run();
  return mails;
}

const tokenOf = ({ text }: PlainMail) =>
  /https:\/\/gym\.example\/guardian-consent#(\S+)/.exec(text)?.[1] ?? '';

/** Applies as a minor, and returns the token of the mail to the guardian. */
async function applyAsMinor(joining: 'open' | 'approval' = 'open') {
  const gym = await newGym({ joining });
  const planId = await newPlan(gym.id);
  const sub = randomUUID();
  await addMember({ sub });
  const applied = await join(sub, gym.id, planId, { birthDate, guardian });
  expect(applied.status).toBe(201);
  const requestId = applied.body.requests[0]?.requestId ?? 0;
  const [mail] = await sendMails();
  if (mail === undefined) throw new Error('no mail was sent');
  return { gym, planId, sub, applied, requestId, mail, token: tokenOf(mail) };
}

const nobody = randomUUID();
const look = async (token: string) =>
  await call<GuardianConsent>(nobody, 'POST', '/guardian-consents/read', { token });
const answer = async (token: string, agrees: boolean) =>
  await call(nobody, 'POST', '/guardian-consents/decide', { token, agrees });
const resend = async (sub: string, requestId: number, more: object = {}) =>
  await call(sub, 'POST', `/my/membership-requests/${requestId}/guardian-mail`, {
    ...guardian,
    ...more,
  });
const guardianOf = async (sub: string) => (await mine(sub)).requests[0]?.guardian;

test("in an open gym a minor's contract begins when the guardian agrees", async () => {
  const { sub, applied, mail, token, requestId } = await applyAsMinor();
  expect(applied.body.memberships).toEqual([]);
  expect(applied.body.requests).toMatchObject([{ guardian: { ...guardian, state: 'waiting' } }]);
  expect(mail.to).toBe(guardian.email);
  expect((await look(token)).body).toMatchObject({
    name: '鍛錬 花子',
    guardianName: '鍛錬 母',
    relation: 'mother',
    beginsAtOnce: true,
  });
  expect((await answer(token, true)).status).toBe(204);
  expect((await mine(sub)).memberships).toMatchObject([{ terms: [{ fromDay: today }] }]);
  expect((await mine(sub)).requests).toEqual([]);
  expect((await events(sub)).items[0]).toMatchObject({ kind: 'joined', by: 'guardian' });
  const [stored] = await db
    .select()
    .from(guardianConsents)
    .where(eq(guardianConsents.requestId, requestId));
  expect(stored).toMatchObject({ outcome: 'agreed', tokenHash: null });
  expect(stored?.confirmationText).toContain('鍛錬 渋谷');
});

test('a guardian who declines ends the application, and the minor may apply again', async () => {
  const { gym, planId, sub, token } = await applyAsMinor();
  expect((await answer(token, false)).status).toBe(204);
  expect(await mine(sub)).toEqual({ memberships: [], requests: [] });
  expect((await events(sub)).items[0]).toMatchObject({ kind: 'declined', by: 'guardian' });
  expect((await join(sub, gym.id, planId, { birthDate, guardian })).status).toBe(201);
  const [mail] = await sendMails();
  expect(mail && (await answer(tokenOf(mail), true)).status).toBe(204);
  expect((await mine(sub)).memberships).toHaveLength(1);
});

test('where staff approve, they wait for the guardian', async () => {
  const { gym, sub, token, requestId } = await applyAsMinor('approval');
  const seen = async () => (await requests(gym.id)).items[0]?.guardian?.state;
  expect(await seen()).toBe('waiting');
  expect((await decide(requestId, { approve: true })).code).toBe('guardian_pending');
  expect((await answer(token, true)).status).toBe(204);
  expect([await seen(), (await mine(sub)).memberships]).toEqual(['agreed', []]);
  expect((await resend(sub, requestId)).code).toBe('change_impossible');
  expect((await decide(requestId, { approve: true })).status).toBe(204);
  expect((await mine(sub)).memberships).toHaveLength(1);
});

test('unknown, used, replaced and expired links and those of a withdrawn request are one and the same 404', async () => {
  const used = await applyAsMinor('approval');
  await answer(used.token, true);
  const withdrawn = await applyAsMinor();
  await withdraw(withdrawn.sub, withdrawn.requestId);
  const replaced = await applyAsMinor();
  await resend(replaced.sub, replaced.requestId);
  const expired = await applyAsMinor();
  const guessed = 'a'.repeat(43);
  clock.now = new Date(clock.now.getTime() + 7 * 24 * 3_600_000);
  const tokens = [used, withdrawn, replaced, expired].map(({ token }) => token);
  const answers = await Promise.all(
    [...tokens, guessed].flatMap((token) => [look(token), answer(token, true)]),
  );
  expect(new Set(answers.map(({ status, code }) => `${status} ${code}`))).toEqual(
    new Set(['404 not_found']),
  );
  expect(await guardianOf(expired.sub)).toMatchObject({ state: 'expired' });
  expect((await mine(expired.sub)).memberships).toEqual([]);
});

test('two taps at the same time decide once', async () => {
  const { sub, token } = await applyAsMinor();
  const answers = await Promise.all([
    answer(token, true),
    answer(token, true),
    answer(token, false),
  ]);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect((await events(sub)).items).toHaveLength(2);
});

test('another mail goes to the corrected address, three times a day, and only for the own request', async () => {
  const { sub, requestId } = await applyAsMinor();
  const email = 'father@tanren.example';
  expect((await resend(sub, requestId, { email, relation: 'father' })).status).toBe(200);
  expect((await sendMails()).map(({ to }) => to)).toEqual([email]);
  expect(await guardianOf(sub)).toMatchObject({ email, relation: 'father', state: 'waiting' });
  expect((await resend(sub, requestId)).status).toBe(200);
  expect((await resend(sub, requestId)).code).toBe('guardian_mail_limit');
  expect((await resend(randomUUID(), requestId)).code).toBe('not_found');
  clock.now = new Date(clock.now.getTime() + 24 * 3_600_000);
  expect((await resend(sub, requestId)).status).toBe(200);
});

test.each([
  [{ birthDate: undefined }, 409, 'birth_date_required'],
  [{ birthDate }, 409, 'guardian_required'],
  [{ birthDate: '2020-01-01', guardian }, 400, 'invalid_request'],
  [{ birthDate, guardian: { ...guardian, email: 'mother' } }, 400, 'invalid_request'],
  [{ birthDate: '2006-04-02' }, 409, 'too_young'],
  [{ birthDate: '2006-04-01' }, 201, null],
])('joining a gym for people of 20 with %j is answered with %i %s', async (sent, status, code) => {
  const gym = await newGym({ minimumAge: 20 });
  const answered = await join(randomUUID(), gym.id, await newPlan(gym.id), sent);
  expect([answered.status, answered.code]).toEqual([status, code]);
});

test("rejects the member's own address as that of the guardian", async () => {
  const gym = await newGym();
  const sub = randomUUID();
  const email = `${sub}@tanren.example`;
  const sent = { birthDate, guardian: { ...guardian, email } };
  const { code } = await join(sub, gym.id, await newPlan(gym.id), sent);
  expect(code).toBe('invalid_request');
});

test('details of a guardian who did not decide are deleted after a month, and the request still waits', async () => {
  const { gym, sub, requestId } = await applyAsMinor('approval');
  clock.now = new Date(clock.now.getTime() + 31 * 24 * 3_600_000);
  await purgeGuardianConsents(db, clock.now);
  expect(await guardianOf(sub)).toEqual({
    name: '',
    relation: 'other',
    email: '',
    state: 'expired',
  });
  expect((await requests(gym.id)).items).toHaveLength(1);
  expect((await decide(requestId, { approve: true })).code).toBe('guardian_pending');
});
