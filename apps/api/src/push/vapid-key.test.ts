import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { collectKeyFiles, checkKeyFiles } from '#backup/key-files.ts';
import { readConfig } from '#config/config.ts';
import { serverKeys } from '#db/schema/server.ts';
import { StartupError } from '#config/startup-error.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { openVapidKey } from './vapid-key.ts';

const { db } = await createTestDatabase();
beforeEach(async () => {
  await db.delete(serverKeys);
});

const [shared, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const open = async (vapidKey: Buffer | null, trainerCodeKey = shared) =>
  await openVapidKey({ ...readConfig({}), vapidKey }, trainerCodeKey, db);

test('nodes with the same key for trainer codes have the same VAPID key', async () => {
  const { publicKey } = await open(null);
  expect((await open(null)).publicKey).toBe(publicKey);
  await expect(open(null, other)).rejects.toThrow(StartupError);
  await expect(open(other)).rejects.toThrow(/^VAPID_KEY differs .*DATA_DIR\/vapid-key/);
});

test('a configured key is used, whatever the other key is', async () => {
  const { publicKey } = await open(other);
  expect((await open(other, other)).publicKey).toBe(publicKey);
});

test('a configured key is in the backup, and is checked against the restored database', async () => {
  await open(other);
  const settings = { userPoolKeys: null, trainerCodeKey: null, vapidKey: other };
  const files = await collectKeyFiles({ dataDir: await makeScratchFolder(), ...settings }, false);
  expect(files.get('vapid-key')?.toString()).toBe(`${other.toString('base64url')}\n`);
  await checkKeyFiles(db, files);
  await db.delete(serverKeys).where(eq(serverKeys.name, 'vapid'));
  await open(shared);
  await expect(checkKeyFiles(db, files)).rejects.toThrow(/vapid-key is not the one/);
});
