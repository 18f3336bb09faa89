import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Config, readTrainerCodeKey } from '#config/config.ts';
import type { Database } from '#db/database.ts';
import { claimServerKey } from '#db/server-keys.ts';
import { errorCode } from '#http/error-code.ts';
import { StartupError } from '#config/startup-error.ts';
import { readOrCreateFile } from './durable-file.ts';

const fileName = 'trainer-code-key';

/**
 * Returns the key for making and finding trainers' connection codes: the configured one, or one
 * stored in DATA_DIR. All nodes on a database must have the same key.
 */
export async function openTrainerCodeKey(
  { dataDir, trainerCodeKey }: Pick<Config, 'dataDir' | 'trainerCodeKey'>,
  db: Database,
): Promise<Buffer> {
  const key = trainerCodeKey ?? (await loadOrCreateKey(dataDir));
  await claimServerKey(db, {
    name: 'trainer-codes',
    key,
    remedy:
      'TRAINER_CODE_KEY differs from the one this database was used with: ' +
      `set it to the content of DATA_DIR/${fileName} of the first node ` +
      "(if that is lost, delete the row 'trainer-codes' from the table server_keys)",
  });
  return key;
}

async function loadOrCreateKey(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, fileName);
  const text = await readOrCreate(file).catch((error: unknown) => {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new StartupError(
      `${file} cannot be read or kept (${code}): make DATA_DIR readable and writable, or set TRAINER_CODE_KEY`,
      { cause: error },
    );
  });
  const key = readTrainerCodeKey(text.trim());
  if (key === null) {
    throw new StartupError(
      `${file} does not hold a key of 32 bytes as base64url: put it back from a backup, or set TRAINER_CODE_KEY`,
    );
  }
  return key;
}

async function readOrCreate(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  return await readOrCreateFile(file, () => `${randomBytes(32).toString('base64url')}\n`);
}
