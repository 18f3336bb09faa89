import { BackupError } from '#backup/backup-error.ts';
import { restoreBackup } from '#backup/restore.ts';
import { readConfig } from '#config/config.ts';
import { dropRoot } from '#embedded/drop-root.ts';
import { programFiles } from '#config/paths.ts';
import { openBackup } from './backup-command.ts';
import { describeContents, keyOptions, readOptions, readPassphrase } from './backup-options.ts';
import { type CommandProcess, runExplained, UsageError } from './command-line.ts';

const usage = `Usage: npm run restore -- --from FILE

  --from FILE              a backup; DATA_DIR, and the database at DATABASE_URL, must be empty
  --passphrase-file FILE   what opens the keys (or BACKUP_PASSPHRASE)
  --without-keys           only the database
`;

export async function runRestoreCommand(self: CommandProcess): Promise<void> {
  await runExplained(self, { usage, expected: [BackupError] }, async (args) => {
    const { from, ...rest } = readOptions(args, { from: { type: 'string' }, ...keyOptions });
    if (from === undefined || from === '') {
      throw new UsageError(args.length === 0 ? '' : '--from is missing');
    }
    const config = readConfig(self.env);
    const passphrase = await readPassphrase(rest, config);
    // Passphrase and backup are read with the caller's rights. Written files belong to the server's
    // account.
    const file = await openBackup(from);
    try {
      await dropRoot({ dataDir: config.dataDir, needs: programFiles });
      const tools = { pgDump: config.backup.pgDump, env: self.env };
      const manifest = await restoreBackup({ file, passphrase, tools }, config);
      const place =
        config.databaseUrl === null ? config.dataDir : `DATABASE_URL and ${config.dataDir}`;
      return `${from} is restored into ${place}: ${describeContents(manifest)}. Start it with npm start.\n`;
    } finally {
      await file.close();
    }
  });
}
