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

test('a token is verified once, and is the same member from memory', async () => {
  const { cache, countVerified } = openCache();
  const first = await cache.verifyToken('alice 1');
  expect(await countVerified('alice 1', 'alice 1')).toBe(0);
  expect(await cache.verifyToken('alice 1')).toEqual(first);
  expect(await countVerified('alice 2')).toBe(1);
});

test('a token is verified anew in the second it ends, not one later', async () => {
  const { state, countVerified } = openCache();
  await countVerified('alice 1');
  state.time += 59_999;
  expect(await countVerified('alice 1')).toBe(0);
  state.time += 1;
  expect(await countVerified('alice 1')).toBe(1);
});

test('nothing is recalled or remembered while revocations may be missed', async () => {
  const { cache, state, countVerified } = openCache();
  await countVerified('alice 1');
  state.position = null;
  expect(await countVerified('alice 1', 'alice 1', 'bob 1')).toBe(3);
  expect(cache.size()).toBe(1);
});

test('what is revoked while a token is verified is not remembered', async () => {
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

test('all tokens of a member are forgotten, and only theirs', async () => {
  const { cache, countVerified } = openCache();
  await countVerified('alice 1', 'alice 2', 'bob 1');
  cache.clear('alice');
  expect(await countVerified('bob 1', 'alice 1', 'alice 2')).toBe(2);
  cache.clearAll();
  expect(cache.size()).toBe(0);
});

test('a refusal is never remembered', async () => {
  const { cache, verifyToken } = openCache();
  await expect(cache.verifyToken('nobody 1')).rejects.toThrow(AppError);
  await expect(cache.verifyToken('nobody 1')).rejects.toThrow(AppError);
  expect(verifyToken).toHaveBeenCalledTimes(2);
});

test('the number of tokens is bounded, and the one remembered longest goes', async () => {
  const { cache, countVerified } = openCache({ maxTokens: 3 });
  await countVerified('alice 1', 'bob 1', 'carol 1', 'alice 1', 'dave 1');
  expect(cache.size()).toBe(3);
  expect(await countVerified('bob 1', 'carol 1', 'dave 1')).toBe(0);
  expect(await countVerified('alice 1')).toBe(1);
  for (let number = 0; number < 50; number += 1) await cache.verifyToken(`alice ${number}`);
  expect(cache.size()).toBe(3);
});

test('of one member the newest few are remembered, however often a phone gets a new one', async () => {
  const { cache, countVerified } = openCache();
  await cache.verifyToken('bob 1');
  for (let number = 1; number <= 50; number += 1) await cache.verifyToken(`alice ${number}`);
  expect(cache.size()).toBe(9);
  expect(await countVerified('bob 1', 'alice 43', 'alice 50')).toBe(0);
  expect(await countVerified('alice 42')).toBe(1);
});

test('an identity that does not say how long it is good is not remembered', async () => {
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
