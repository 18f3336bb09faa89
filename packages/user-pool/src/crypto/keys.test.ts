import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { claimInstallation } from '#user-pool.ts';
import { createPoolDatabase } from '#testing/pool-database.ts';
import { testKeys } from '#testing/test-keys.ts';
import { loadOrCreateKeys, rotateSigningKey } from './key-file.ts';
import { parseKeys, parseStoredKeys, pickSigningKey, UserPoolKeysError } from './user-pool-keys.ts';

const { db } = await createPoolDatabase();
const now = new Date('2026-01-01T00:00:00Z');
let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'user-pool-keys-'));
  onTestFinished(async () => await rm(dataDir, { recursive: true }));
});

test('processes that start at once on an empty folder agree on one key, and leave nothing else', async () => {
  const folder = join(dataDir, 'not', 'yet', 'there');
  const all = await Promise.all(Array.from({ length: 3 }, () => loadOrCreateKeys(folder, now)));
  const seen = all.map(({ root, signing }) => `${root.toString('hex')} ${signing[0]?.kid ?? ''}`);
  expect(new Set(seen).size).toBe(1);
  expect(await readdir(folder)).toEqual(['user-pool-keys.json']);
  const { mode } = await stat(join(folder, 'user-pool-keys.json'));
  expect(mode & 0o777).toBe(0o600);
});

test('a new key signs after an hour, and the old one is removed a day later', async () => {
  const old = (await loadOrCreateKeys(dataDir, now)).signing[0]?.kid;
  await rotateSigningKey(dataDir, now);
  const keys = await loadOrCreateKeys(dataDir, now);
  expect(keys.signing.map(({ kid }) => kid)).toContain(old);
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  expect(pickSigningKey(keys, at(0.9)).kid).toBe(old);
  expect(pickSigningKey(keys, at(1)).kid).not.toBe(old);
  await rotateSigningKey(dataDir, at(10));
  expect((await loadOrCreateKeys(dataDir, now)).signing).toHaveLength(3);
  await rotateSigningKey(dataDir, at(100));
  const later = (await loadOrCreateKeys(dataDir, now)).signing.map(({ kid }) => kid);
  expect(later).toHaveLength(2);
  expect(later).not.toContain(old);
});

test('rejects unusable keys without repeating them', async () => {
  const good = parseStoredKeys(testKeys);
  const secret = good.root;
  for (const text of [
    'not json',
    '{}',
    JSON.stringify({ ...good, root: secret.slice(0, 20) }),
    JSON.stringify({ ...good, signing: [] }),
    JSON.stringify({ ...good, signing: [{ jwk: { kty: 'oct', k: secret }, activeFrom: '' }] }),
    JSON.stringify({ ...good, signing: [{ ...good.signing[0], activeFrom: 'soon' }] }),
    JSON.stringify({
      ...good,
      signing: [{ ...good.signing[0], jwk: { ...good.signing[0]?.jwk, dp: undefined } }],
    }),
  ]) {
    const error: unknown = await parseKeys(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserPoolKeysError);
    expect(String(error)).not.toContain(secret.slice(0, 20));
  }
});

test('never replaces a broken key file', async () => {
  const path = join(dataDir, 'user-pool-keys.json');
  await writeFile(path, '{"half');
  await expect(loadOrCreateKeys(dataDir, now)).rejects.toThrow('not JSON');
  expect(await readFile(path, 'utf8')).toBe('{"half');
});

test('does not start with another root key or pool id', async () => {
  const keys = await parseKeys(testKeys);
  const other = { ...keys, root: randomBytes(32) };
  await claimInstallation({ db, keys, poolId: 'local_Tanren' });
  await claimInstallation({ db, keys, poolId: 'local_Tanren' });
  await expect(claimInstallation({ db, keys: other, poolId: 'local_Tanren' })).rejects.toThrow(
    'another root key',
  );
  await expect(claimInstallation({ db, keys, poolId: 'local_Other' })).rejects.toThrow(
    'belongs to the user pool local_Tanren',
  );
});
