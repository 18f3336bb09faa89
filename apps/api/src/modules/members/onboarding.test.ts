import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { productModules } from '#app.ts';
import { bearer, buildTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { termsAgreements, userInfos } from '#db/schema/members.ts';
import { createOnboarding } from './onboarding.service.ts';

const { db } = await createTestDatabase();

const profile = {
  nickname: 'テツ',
  height: 170,
  weight: 65,
  exerciseHabit: 'weekly-1' as const,
  trainingPurposes: ['strength' as const],
};

test.each([
  ['without a profile', null, 3, 'profile_incomplete'],
  ['with a profile without weight', { weight: null }, 3, 'profile_incomplete'],
  ['without terms', {}, 0, 'terms_not_agreed'],
  ['with the terms before', {}, 2, 'terms_not_agreed'],
  ['who has done everything', {}, 3, null],
] as const)('finds the missing step of a member %s', async (_who, changes, version, step) => {
  const [sub, at] = [randomUUID(), new Date()];
  const times = { createdAt: at, updatedAt: at };
  if (changes !== null) {
    await db.insert(userInfos).values({ sub, ...profile, ...times, ...changes });
  }
  if (version > 0) await db.insert(termsAgreements).values({ sub, version, agreedAt: at });
  expect(await createOnboarding(db, () => at).findMissingStep(sub)).toBe(step);
});

// spec 6.5
test('each step of onboarding counts at once, a complete one is cached for a minute, and erasure ends it', async () => {
  let time = Date.parse('2026-05-01T03:00:00Z');
  const now = () => new Date(time);
  const onboarding = createOnboarding(db, now);
  const app = await buildTestApp({ db, now, modules: productModules, onboarding });
  const sub = randomUUID();
  const headers = bearer(sub);
  const see = async () => {
    const answer = await app.inject({ url: '/api/training-status', headers });
    return answer.statusCode === 200 ? 'open' : answer.json<{ code: string }>().code;
  };
  const send = async (method: 'POST' | 'DELETE', url: string, payload?: object) => {
    const answer = await app.inject({
      method,
      url: `/api${url}`,
      headers,
      ...(payload && { payload }),
    });
    return answer.statusCode;
  };
  expect(await see()).toBe('profile_incomplete');
  expect(await send('POST', '/userinfo', profile)).toBe(201);
  expect(await see()).toBe('terms_not_agreed');
  expect(await send('POST', '/my/terms-and-conditions-agreements', { version: 3 })).toBe(201);
  expect(await see()).toBe('open');

  const read = vi.spyOn(db.$client, 'query');
  await onboarding.findMissingStep(sub);
  expect(read).not.toHaveBeenCalled();
  time += 60_000;
  await onboarding.findMissingStep(sub);
  expect(read).toHaveBeenCalled();
  read.mockRestore();

  expect(await send('DELETE', '/userinfo')).toBe(204);
  expect(await see()).toBe('profile_incomplete');
});
