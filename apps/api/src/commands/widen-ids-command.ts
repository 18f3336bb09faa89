import { readConfig } from '#config/config.ts';
import { StartupError } from '#config/startup-error.ts';
import { widenIds } from '#db/long-ids/widen-ids.ts';
import { type CommandProcess, runExplained, UsageError } from './command-line.ts';

const usage = `Usage: npm run widen-ids

Gives the ids of workouts, reservations and runs 64 bits, as the owner of the tables
(DATABASE_MIGRATION_URL, else DATABASE_URL). Nodes of this release may run meanwhile. The disk must
hold these tables twice. After an interruption run it again.
`;

export async function runWidenIds(self: CommandProcess): Promise<void> {
  await runExplained(self, { usage }, async (args) => {
    if (args.length > 0) throw new UsageError('widen-ids takes no options');
    const { databaseUrl, databaseMigrationUrl } = readConfig(self.env);
    if (databaseUrl === null) {
      throw new StartupError(
        'the embedded database needs no ids of 64 bits: one gym has too few workouts in a century',
      );
    }
    const [url, setting] =
      databaseMigrationUrl === null
        ? ([databaseUrl, 'DATABASE_URL'] as const)
        : ([databaseMigrationUrl, 'DATABASE_MIGRATION_URL'] as const);
    const count = await widenIds(url, setting, (line) => self.stdout.write(`${line}\n`));
    return count === 0
      ? 'The ids already have 64 bits.\n'
      : `The ids of ${count} table(s) have 64 bits now.\n`;
  });
}
