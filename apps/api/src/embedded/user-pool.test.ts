import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { expect, test } from 'vitest';
import { readConfig } from '#config/config.ts';
import { StartupError } from '#config/startup-error.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { openUserPool } from './user-pool.ts';

const { db } = await createTestDatabase();
const half = testKeys.slice(0, testKeys.length / 2);

async function open(dataDir: string, userPoolKeys: string | null = null) {
  return await openUserPool({
    config: { ...readConfig({}), dataDir, userPoolKeys },
    db,
    mailer: { send: async () => {} },
    now: () => new Date(),
    eraseMember: async () => {},
    endShares: async () => {},
  });
}

test('names a truncated key file in one line and leaves it unchanged', async () => {
  const dataDir = await makeScratchFolder();
  const file = path.join(dataDir, 'user-pool-keys.json');
  await writeFile(file, half);
  const attempt = open(dataDir);
  await expect(attempt).rejects.toThrow(StartupError);
  await expect(attempt).rejects.toThrow(`${file} cannot be used (The user pool keys are not JSON)`);
  await expect(attempt).rejects.toThrow(/^[^\n]+put it back from a backup[^\n]+$/);
  expect(await readFile(file, 'utf8')).toBe(half);
});

test('names an unreadable key file in one line', async () => {
  const dataDir = await makeScratchFolder();
  const file = path.join(dataDir, 'user-pool-keys.json');
  await mkdir(file);
  const attempt = open(dataDir);
  await expect(attempt).rejects.toThrow(StartupError);
  await expect(attempt).rejects.toThrow(`${file} cannot be used (EISDIR)`);
});

test('names a truncated USER_POOL_KEYS without repeating its value', async () => {
  const attempt = open(await makeScratchFolder(), half);
  await expect(attempt).rejects.toThrow(StartupError);
  await expect(attempt).rejects.toThrow(/^USER_POOL_KEYS cannot be used \([^\n]+$/);
  await expect(attempt).rejects.not.toThrow(half.slice(10, 30));
});
