import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { BackupError } from '#backup/backup-error.ts';
import type { Manifest } from '#backup/manifest.ts';
import type { Passphrase } from '#backup/read-backup-file.ts';
import { sumRows } from '#backup/row-counts.ts';
import { shortestPassphrase } from '#backup/sealed-keys.ts';
import type { Config } from '#config/config.ts';
import { errorCode } from '#http/error-code.ts';
import { UsageError } from './command-line.ts';

export const keyOptions = {
  'passphrase-file': { type: 'string' },
  'without-keys': { type: 'boolean' },
} as const;

export interface KeyOptions {
  readonly 'passphrase-file'?: string | undefined;
  readonly 'without-keys'?: boolean | undefined;
}

export function readOptions<T extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the passphrase. `null` only when the operator has chosen to work without keys. */
export async function readPassphrase(
  options: KeyOptions,
  { backup }: Pick<Config, 'backup'>,
): Promise<Passphrase> {
  if (options['without-keys'] === true) return null;
  const file = options['passphrase-file'];
  const passphrase = file === undefined ? backup.passphrase : await readPassphraseFile(file);
  if (passphrase === null) {
    throw new BackupError(
      'the keys need a passphrase: set BACKUP_PASSPHRASE or --passphrase-file, or leave them out by --without-keys (nobody can sign in with a password then)',
    );
  }
  if (passphrase.length < shortestPassphrase) {
    throw new BackupError(`the passphrase must have at least ${shortestPassphrase} characters`);
  }
  return passphrase;
}

async function readPassphraseFile(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    throw new BackupError(
      `the passphrase file ${file} cannot be read (${errorCode(error) ?? 'failed'})`,
      { cause: error },
    );
  }
}

export function describeContents({ rows, keys, startedAt }: Manifest): string {
  const tables = Object.keys(rows).length;
  const sealed = keys.length === 0 ? 'no keys' : `${keys.length} sealed keys`;
  return `${sumRows(rows)} rows in ${tables} tables, ${sealed}, of ${startedAt}`;
}
