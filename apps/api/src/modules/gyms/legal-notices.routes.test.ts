import type { Gym } from '@tanren/contract/gyms/gyms';
import type { LegalNotice } from '@tanren/contract/gyms/legal-notice';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { gymLegalNotices, gyms } from '#db/schema/gyms.ts';
import { addLegalNotice, legalNotice } from '#test/support/gyms/gyms.ts';
import { gymBody, openStaffGyms } from '#test/support/gyms/staff-gyms.ts';

const { app, db, call, staff, newGym, send, sendAsIs, watchLog } = await openStaffGyms();

const read = async (gymId: number) =>
  (await app.inject({ url: `/api/gyms/${gymId}/legal-notice` })).json<LegalNotice>();
const write = async (gymId: number, body: object) =>
  await call<LegalNotice>(`${staff}/staff`, 'PUT', `/staff/gyms/${gymId}/legal-notice`, body);
const joiningOf = async (gymId: number) =>
  (await call<Gym>(staff, 'GET', `/gyms/${gymId}`)).body.joining;

test('everybody reads a notice, which is empty before staff write it', async () => {
  const gym = await newGym();
  expect(await read(gym.id)).toMatchObject({
    gymId: gym.id,
    gymName: '鍛錬 渋谷',
    operatorName: '',
    cancellation: '',
    version: 0,
    updatedAt: null,
  });
  expect((await write(gym.id, { ...legalNotice, version: 0 })).status).toBe(200);
  expect(await read(gym.id)).toMatchObject({
    ...legalNotice,
    version: 1,
    updatedAt: expect.any(String) as string,
  });
});

test('logs each change once with its words, and rejects a stale one', async () => {
  const gym = await newGym();
  const readLog = await watchLog();
  const first = { ...legalNotice, operatorName: ' 株式会社　鍛錬 ', version: 0 };
  expect((await write(gym.id, first)).body).toMatchObject({ version: 1 });
  // A repeated call changes nothing.
  expect((await write(gym.id, first)).body).toMatchObject({ version: 1 });
  const stale = await write(gym.id, { ...legalNotice, term: '1年', version: 0 });
  expect(stale).toMatchObject({ status: 409, body: { code: 'stale_version' } });
  expect(await readLog()).toMatchObject([
    { action: 'gym.legal-notice', staffSub: staff, target: '鍛錬 渋谷' },
  ]);
});

test('rejects malformed and long texts by their field', async () => {
  const gym = await newGym();
  const wrong = { ...legalNotice, operatorPhone: '電話', extraFees: 'あ'.repeat(501), version: 0 };
  const { status, body } = await write(gym.id, wrong);
  expect(status).toBe(400);
  expect(body).toMatchObject({ fields: [{ path: '/operatorPhone' }, { path: '/extraFees' }] });
  expect((await read(gym.id)).version).toBe(0);
});

test('members join by themselves only with a complete notice', async () => {
  const gym = await newGym();
  const open = { ...gymBody, joining: 'open' };
  const missing = { status: 409, body: { code: 'legal_notice_missing' } };
  expect(await send('POST', '', open)).toMatchObject(missing);
  expect(await send('PUT', `/${gym.id}`, open)).toMatchObject(missing);
  await write(gym.id, { ...legalNotice, representative: '', version: 0 });
  expect(await send('PUT', `/${gym.id}`, open)).toMatchObject(missing);
  await write(gym.id, { ...legalNotice, version: 1 });
  expect((await send('PUT', `/${gym.id}`, open)).status).toBe(200);
  // Afterwards no item can be emptied.
  expect(await write(gym.id, { ...legalNotice, term: ' ', version: 2 })).toMatchObject(missing);
  expect((await write(gym.id, { ...legalNotice, term: '1年', version: 2 })).status).toBe(200);
  expect((await send('PUT', `/${gym.id}`, gymBody)).status).toBe(200);
  expect((await write(gym.id, { ...legalNotice, term: '', version: 3 })).status).toBe(200);
});

test('a gym that was open before the notice existed checks new members until it is complete', async () => {
  const gym = await newGym({ joining: 'open' });
  await db.delete(gymLegalNotices).where(eq(gymLegalNotices.gymId, gym.id));
  expect(await joiningOf(gym.id)).toBe('approval');
  // Other settings can be changed, and the choice of staff stays.
  const wider = { ...gymBody, capacity: 3, joining: 'open' };
  expect(await send('PUT', `/${gym.id}`, wider)).toMatchObject({ body: { joining: 'open' } });
  expect((await sendAsIs('GET', `/${gym.id}`)).body).toMatchObject({ joining: 'open' });
  await addLegalNotice(db, gym.id);
  expect(await joiningOf(gym.id)).toBe('open');
  await db.update(gyms).set({ joining: 'approval' }).where(eq(gyms.id, gym.id));
  expect(await joiningOf(gym.id)).toBe('approval');
});
