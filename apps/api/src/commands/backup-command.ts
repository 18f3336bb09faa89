import { open } from 'node:fs/promises';
import { writeBackup } from '#backup/backup.ts';
import { BackupError } from '#backup/backup-error.ts';
import { verifyBackup } from '#backup/restore.ts';
import { type Config, type Environment, readConfig } from '#config/config.ts';
import { errorCode } from '#http/error-code.ts';
import {
  describeContents,
  keyOptions,
  type KeyOptions,
  readOptions,
  readPassphrase,
} from './backup-options.ts';
import { type CommandProcess, runExplained, UsageError } from './command-line.ts';

const usage = `Usage: npm run backup -- --to FILE [--dump]
       npm run backup -- --verify FILE

  --to FILE                writes a backup, while the server runs or not
  --verify FILE            restores it into a scratch folder, starts it and compares
  --passphrase-file FILE   what seals or opens the keys (or BACKUP_PASSPHRASE)
  --without-keys           only the database
  --dump                   the embedded database, too, by pg_dump: fits other versions of PostgreSQL
`;

export type BackupCommand = KeyOptions & { readonly dump?: boolean | undefined } & {
  readonly name: 'write' | 'verify';
  readonly file: string;
};

export function readBackupCommand(args: readonly string[]): BackupCommand {
  const {
    to,
    verify: tried,
    ...rest
  } = readOptions(args, {
    to: { type: 'string' },
    verify: { type: 'string' },
    dump: { type: 'boolean' },
    ...keyOptions,
  });
  const file = to ?? tried ?? '';
  if (file === '' || (to !== undefined && tried !== undefined)) {
    throw new UsageError(args.length === 0 ? '' : 'either --to or --verify, with a file');
  }
  return { name: to === undefined ? 'verify' : 'write', file, ...rest };
}

/**
 * Runs the command. It writes where the caller says, and so keeps the caller's rights, even those
 * of root.
 */
export async function runBackupCommand(self: CommandProcess, signal?: AbortSignal): Promise<void> {
  await runExplained(self, { usage, expected: [BackupError] }, async (args) => {
    const command = readBackupCommand(args);
    const config = readConfig(self.env);
    return command.name === 'write'
      ? await write(command, config, self.env, signal)
      : await verify(command, config, self.env);
  });
}

async function write(
  command: BackupCommand,
  config: Config,
  env: Environment,
  signal: AbortSignal | undefined,
): Promise<string> {
  const passphrase = await readPassphrase(command, config);
  const { file: to, dump = false } = command;
  const { manifest, size } = await writeBackup({ to, passphrase, dump }, { config, env, signal });
  const megabytes = (size / 1e6).toFixed(1);
  return `${to} is written: ${describeContents(manifest)}, ${megabytes} MB.\n`;
}

async function verify(command: BackupCommand, config: Config, env: Environment): Promise<string> {
  const passphrase = await readPassphrase(command, config);
  const file = await openBackup(command.file);
  try {
    const tools = { pgDump: config.backup.pgDump, env };
    const manifest = await verifyBackup({ file, passphrase, tools });
    return `${command.file} can be restored: ${describeContents(manifest)}.\n`;
  } finally {
    await file.close();
  }
}

export async function openBackup(file: string) {
  return await open(file, 'r').catch((error: unknown) => {
    throw new BackupError(`${file} cannot be read (${errorCode(error) ?? 'failed'})`, {
      cause: error,
    });
  });
}
