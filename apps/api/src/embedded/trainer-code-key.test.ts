import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { serverKeys } from '#db/schema/server.ts';
import { StartupError } from '#config/startup-error.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { openTrainerCodeKey } from './trainer-code-key.ts';

const { db } = await createTestDatabase();
beforeEach(async () => {
  await db.delete(serverKeys);
});

const makeDataDir = async () => path.join(await makeScratchFolder(), 'data-dir');
const open = async (dataDir: string, trainerCodeKey: Buffer | null = null) =>
  await openTrainerCodeKey({ dataDir, trainerCodeKey }, db);

test('creates the key once under DATA_DIR, readable by its owner only, when none is set', async () => {
  const dataDir = await makeDataDir();
  const keys = await Promise.all(Array.from({ length: 8 }, async () => await open(dataDir)));
  const [first] = keys;
  expect(first).toHaveLength(32);
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  const file = path.join(dataDir, 'trainer-code-key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toBe(`${first?.toString('base64url')}\n`);
  expect(await open(dataDir)).toEqual(first);
});

test('the content of the file works as the setting of a node without a shared folder', async () => {
  const key = await open(await makeDataDir());
  const dataDir = await makeDataDir();
  expect(await open(dataDir, key)).toEqual(key);
  await expect(stat(dataDir)).rejects.toThrow('ENOENT');
});

test('does not start with another key, and the database does not contain the right one', async () => {
  const key = await open(await makeDataDir());
  await expect(open(await makeDataDir())).rejects.toThrow(StartupError);
  await expect(open(await makeDataDir(), Buffer.alloc(32, 1))).rejects.toThrow(
    /^TRAINER_CODE_KEY differs .*DATA_DIR\/trainer-code-key/,
  );
  const [row] = await db.select().from(serverKeys).where(eq(serverKeys.name, 'trainer-codes'));
  expect(row?.fingerprint.includes(key.subarray(0, 8))).toBe(false);
});

test.each(['', 'short', 'A'.repeat(44), '{}'])(
  'explains a file that contains %j',
  async (content) => {
    const dataDir = await makeScratchFolder();
    await writeFile(path.join(dataDir, 'trainer-code-key'), content);
    await expect(open(dataDir)).rejects.toThrow(/trainer-code-key does not hold a key of 32 bytes/);
  },
);

test('explains how to solve an unusable DATA_DIR', async () => {
  const folder = await makeScratchFolder();
  const file = path.join(folder, 'a-file');
  await writeFile(file, '');
  await chmod(file, 0o400);
  await expect(open(path.join(file, 'data-dir'))).rejects.toThrow(/or set TRAINER_CODE_KEY$/);
});
