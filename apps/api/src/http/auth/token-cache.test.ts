import { expect, test, vi } from 'vitest';
import { AppError } from '#http/app-error.ts';
import type { VerifyToken } from './authentication.ts';
import { createTokenCache } from './token-cache.ts';

/** Opens a cache for tokens of the form `member number`, each valid for a minute. */
function openCache({ maxTokens = 100 } = {}) {
  const state = { time: Date.parse('2026-11-17T10:00:00Z'), position: 0 as number | null };
  const verifyToken = vi.fn<VerifyToken>(async (token) => {
    const [sub = ''] = token.split(' ');
    if (sub === 'nobody') throw new AppError('unauthenticated');
    return { sub, username: sub, groups: [], goodUntil: new Date(state.time + 60_000) };
  });
  const cache = createTokenCache({
    verifyToken,
    revocations: { position: () => state.position },
    now: () => new Date(state.time),
    maxTokens,
  });
  const countVerified = async (...tokens: readonly string[]) => {
    verifyToken.mockClear();
    for (const token of tokens) await cache.verifyToken(token);
    return verifyToken.mock.calls.length;
  };
  return { cache, state, verifyToken, countVerified };
}

test('verifies a token once and then returns the same member from memory', async () => {
  const { cache, countVerified } = openCache();
  const first = await cache.verifyToken('alice 1');
  expect(await countVerified('alice 1', 'alice 1')).toBe(0);
  expect(await cache.verifyToken('alice 1')).toEqual(first);
  expect(await countVerified('alice 2')).toBe(1);
});

test('verifies a token again in the second in which it expires, and not later', async () => {
  const { state, countVerified } = openCache();
  await countVerified('alice 1');
  state.time += 59_999;
  expect(await countVerified('alice 1')).toBe(0);
  state.time += 1;
  expect(await countVerified('alice 1')).toBe(1);
});

test('caches nothing while revocations could be missed', async () => {
  const { cache, state, countVerified } = openCache();
  await countVerified('alice 1');
  state.position = null;
  expect(await countVerified('alice 1', 'alice 1', 'bob 1')).toBe(3);
  expect(cache.size()).toBe(1);
});

test('does not cache a token that is revoked while it is verified', async () => {
  const { cache, state, verifyToken, countVerified } = openCache();
  verifyToken.mockImplementationOnce(async () => {
    state.position = 1;
    return {
      sub: 'alice',
      username: 'alice',
      groups: [],
      goodUntil: new Date(state.time + 60_000),
    };
  });
  await cache.verifyToken('alice 1');
  expect(await countVerified('alice 1', 'alice 1')).toBe(1);
});

test('removes all tokens of one member and no others', async () => {
  const { cache, countVerified } = openCache();
  await countVerified('alice 1', 'alice 2', 'bob 1');
  cache.clear('alice');
  expect(await countVerified('bob 1', 'alice 1', 'alice 2')).toBe(2);
  cache.clearAll();
  expect(cache.size()).toBe(0);
});

test('never caches a rejection', async () => {
  const { cache, verifyToken } = openCache();
  await expect(cache.verifyToken('nobody 1')).rejects.toThrow(AppError);
  await expect(cache.verifyToken('nobody 1')).rejects.toThrow(AppError);
  expect(verifyToken).toHaveBeenCalledTimes(2);
});

test('limits the number of tokens and removes the oldest', async () => {
  const { cache, countVerified } = openCache({ maxTokens: 3 });
  await countVerified('alice 1', 'bob 1', 'carol 1', 'alice 1', 'dave 1');
  expect(cache.size()).toBe(3);
  expect(await countVerified('bob 1', 'carol 1', 'dave 1')).toBe(0);
  expect(await countVerified('alice 1')).toBe(1);
  for (let number = 0; number < 50; number += 1) await cache.verifyToken(`alice ${number}`);
  expect(cache.size()).toBe(3);
});

test('caches only the newest few tokens of one member', async () => {
  const { cache, countVerified } = openCache();
  await cache.verifyToken('bob 1');
  for (let number = 1; number <= 50; number += 1) await cache.verifyToken(`alice ${number}`);
  expect(cache.size()).toBe(9);
  expect(await countVerified('bob 1', 'alice 43', 'alice 50')).toBe(0);
  expect(await countVerified('alice 42')).toBe(1);
});

test('does not cache an identity without an expiry time', async () => {
  const verifyToken = vi.fn<VerifyToken>(async () => ({
    sub: 'alice',
    username: 'alice',
    groups: [],
  }));
  const revocations = { position: () => 0 };
  const cache = createTokenCache({ verifyToken, revocations, now: () => new Date() });
  await cache.verifyToken('alice 1');
  await cache.verifyToken('alice 1');
  expect(verifyToken).toHaveBeenCalledTimes(2);
});
