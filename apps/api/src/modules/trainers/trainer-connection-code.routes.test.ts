import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { TrainerConnection } from '@tanren/contract/trainers/trainer-connection-code';
import { makeTrainerCode } from '@tanren/domain/trainers/trainers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chosenLoads, trainerCodes, trainerLinks } from '#db/schema/trainers.ts';
import { claimServerKey } from '#db/server-keys.ts';
import { testTrainerCodeKey } from '#test/support/app.ts';
import { findTraces, listTables } from '#test/support/members/member-traces.ts';
import { openTrainers, type PendingCode } from '#test/support/trainers/trainers.ts';
import { deriveTrainerCode } from './trainer-connection-code.service.ts';
import { purgeTrainerCodes } from './trainer-connection-code.store.ts';

const { db, url, call, issue, enter, link, name, now, setTime, pass } = await openTrainers();

const path = '/trainer-connection-code';
const read = async (sub: string) => (await call<TrainerConnection>({ as: sub, path })).body;
const all = ['history', 'profile', 'status'];

test('returns no connection for a member without one', async () => {
  const sub = randomUUID();
  expect(await read(sub)).toEqual({ state: 'none' });
  expect(await call({ as: sub, path, method: 'DELETE' })).toMatchObject({ status: 204 });
  const body = { scopes: [] };
  expect(await call({ as: sub, path, method: 'PATCH', body })).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
});

// spec 3.21, 7.20, 7.21
test('issues a code for 15 minutes, and shows the same code again', async () => {
  const sub = randomUUID();
  const { status, body } = await call<PendingCode>({ as: sub, path, method: 'POST', body: {} });
  expect(status).toBe(201);
  expect(body).toEqual({
    state: 'pending',
    code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/) as string,
    expiresAt: new Date(now().getTime() + 15 * 60_000).toISOString(),
    scopes: all,
  });
  expect(await read(sub)).toEqual(body);
  expect(await read(randomUUID())).toEqual({ state: 'none' });
});

test('returns the chosen scopes in a fixed order', async () => {
  const sub = randomUUID();
  expect((await issue(sub, ['status', 'history'])).scopes).toEqual(['history', 'status']);
  expect((await issue(sub, [])).scopes).toEqual([]);
});

test('a new code invalidates the last one', async () => {
  const [sub, trainer] = [randomUUID(), randomUUID()];
  const first = await issue(sub);
  const second = await issue(sub);
  expect(second.code).not.toBe(first.code);
  expect((await enter(trainer, first.code)).body.code).toBe('trainer_code_unknown');
  expect((await enter(trainer, second.code)).status).toBe(201);
});

test('many devices that issue a code at once leave one valid code', async () => {
  const [sub, trainer] = [randomUUID(), randomUUID()];
  const issued = await Promise.all(Array.from({ length: 20 }, async () => await issue(sub)));
  expect(new Set(issued.map(({ state }) => state))).toEqual(new Set(['pending']));
  expect(await db.$count(trainerCodes, eq(trainerCodes.memberSub, sub))).toBe(1);
  const shown = await read(sub);
  expect(issued).toContainEqual(shown);
  const { code } = shown as PendingCode;
  const others = issued.map((one) => one.code).filter((other) => other !== code);
  expect((await enter(trainer, others[0] ?? '')).status).toBe(404);
  expect((await enter(trainer, code)).status).toBe(201);
});

test('expires to the millisecond', async () => {
  const [sub, other, trainer] = [randomUUID(), randomUUID(), randomUUID()];
  const began = now();
  const { code, expiresAt } = await issue(sub);
  const late = await issue(other);
  setTime(new Date(Date.parse(expiresAt) - 1));
  expect(await read(sub)).toMatchObject({ state: 'pending', code });
  expect((await enter(trainer, code)).status).toBe(201);
  setTime(new Date(expiresAt));
  expect(await read(other)).toEqual({ state: 'none' });
  expect((await enter(trainer, late.code)).body.code).toBe('trainer_code_unknown');
  const change = await call({ as: other, path, method: 'PATCH', body: { scopes: [] } });
  expect(change.status).toBe(404);
  await purgeTrainerCodes(db, now());
  expect(await db.$count(trainerCodes, eq(trainerCodes.memberSub, other))).toBe(0);
  setTime(began);
});

test('does not purge codes that are still valid', async () => {
  const sub = randomUUID();
  const { code, expiresAt } = await issue(sub);
  await purgeTrainerCodes(db, new Date(Date.parse(expiresAt) - 1));
  expect(await read(sub)).toMatchObject({ code });
});

test('names the trainer while linked, and issues no code', async () => {
  const [sub, trainer] = [randomUUID(), randomUUID()];
  await name(trainer, '鍛冶トレーナー');
  await link(trainer, sub, ['profile']);
  const linked = {
    state: 'linked',
    trainer: { nickname: '鍛冶トレーナー' },
    linkedAt: now().toISOString(),
    scopes: ['profile'],
  };
  expect(await read(sub)).toEqual(linked);
  expect(await call({ as: sub, path, method: 'POST', body: {} })).toMatchObject({
    status: 409,
    body: { code: 'trainer_linked' },
  });
  expect(await read(sub)).toEqual(linked);
});

test('scopes of a code apply to the link, and can be changed at once', async () => {
  const [sub, trainer] = [randomUUID(), randomUUID()];
  const { code } = await issue(sub, ['history']);
  const changed = await call({ as: sub, path, method: 'PATCH', body: { scopes: ['status'] } });
  expect(changed).toMatchObject({ status: 200, body: { state: 'pending', code } });
  const { memberId, scopes } = (await enter(trainer, code)).body;
  expect(scopes).toEqual(['status']);
  const look = async (what: string) =>
    (await call({ as: `${trainer}/trainer`, path: `/trainer/members/${memberId}/${what}` })).status;
  expect([await look('training-status'), await look('workout-loads')]).toEqual([200, 403]);
  const other = { scopes: ['history'] };
  expect(await call({ as: sub, path, method: 'PATCH', body: other })).toMatchObject({
    status: 200,
    body: { state: 'linked', scopes: ['history'] },
  });
  expect([await look('training-status'), await look('workout-loads')]).toEqual([403, 200]);
});

test('a member can withdraw a code', async () => {
  const [sub, trainer] = [randomUUID(), randomUUID()];
  const { code } = await issue(sub);
  expect((await call({ as: sub, path, method: 'DELETE' })).status).toBe(204);
  expect(await read(sub)).toEqual({ state: 'none' });
  expect((await enter(trainer, code)).body.code).toBe('trainer_code_unknown');
});

test('a member ends the link at once, with the loads that the trainer chose', async () => {
  const [sub, trainer] = [randomUUID(), randomUUID()];
  const memberId = await link(trainer, sub);
  const load = { sub, workoutTypeId: 1, linkId: memberId, loadHg: 400, reason: '腰を守るため' };
  await db.insert(chosenLoads).values({ ...load, chosenAt: now() });
  const member = { as: `${trainer}/trainer`, path: `/trainer/members/${memberId}` };
  expect((await call(member)).status).toBe(200);
  expect((await call({ as: sub, path, method: 'DELETE' })).status).toBe(204);
  expect(await call(member)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await read(sub)).toEqual({ state: 'none' });
  expect(await db.$count(chosenLoads, eq(chosenLoads.sub, sub))).toBe(0);
  const [row] = await db.select().from(trainerLinks).where(eq(trainerLinks.id, memberId));
  expect(row?.endedAt).toEqual(now());
  pass(1000);
  expect((await call({ as: sub, path, method: 'DELETE' })).status).toBe(204);
  const [again] = await db.select().from(trainerLinks).where(eq(trainerLinks.id, memberId));
  expect(again).toEqual(row);
  expect(await link(randomUUID(), sub)).not.toBe(memberId);
});

test('stores neither the code nor anything from which it can be derived without the key', async () => {
  const sub = randomUUID();
  const { code } = await issue(sub);
  await claimServerKey(db, { name: 'trainer-codes', key: testTrainerCodeKey, remedy: '' });
  const [row] = await db.select().from(trainerCodes).where(eq(trainerCodes.memberSub, sub));
  if (row === undefined) throw new Error('no code is stored');
  const hash = (algorithm: string, text: string | Buffer) =>
    createHash(algorithm).update(text).digest('hex');
  const guessable = ['md5', 'sha1', 'sha256', 'sha512'].map((way) => hash(way, code));
  expect(await findTraces(url, [code, testTrainerCodeKey.toString('hex'), ...guessable])).toEqual(
    [],
  );

  // Every value in the database that could serve as a key is tried as one.
  const bytes: Buffer[] = [Buffer.from(sub), Buffer.alloc(32)];
  for (const table of await listTables(url)) {
    const { rows } = await db.$client.query<Record<string, unknown>>(
      `select * from ${table} limit 1000`,
    );
    for (const value of rows.flatMap((one) => Object.values(one))) {
      if (Buffer.isBuffer(value)) bytes.push(value);
    }
  }
  expect(bytes).toContainEqual(row.nonce);
  expect(bytes.length).toBeGreaterThan(4);
  const derived = bytes.flatMap((one) => [
    ...(one.length >= 8 ? [makeTrainerCode(one)] : []),
    deriveTrainerCode(one, row.nonce),
    deriveTrainerCode(one, row.codeHash),
    makeTrainerCode(createHmac('sha256', one).update(row.nonce).digest()),
    makeTrainerCode(createHash('sha256').update(one).digest()),
  ]);
  expect(derived).not.toContain(code);
  // The right key derives the code from the same row, so only the key was missing.
  expect(deriveTrainerCode(testTrainerCodeKey, row.nonce)).toBe(code);
});
