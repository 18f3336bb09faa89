import {
  type MachinesCommand,
  machinesUsage,
  readMachinesCommand,
  UsageError,
} from './commands/machines-arguments.ts';
import { runMachinesCommand } from './commands/run-machines.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { closeDatabase, openDatabase } from './db/database.ts';
import { migrateDatabase } from './db/migrate.ts';
import { visitEmbeddedPostgres } from './embedded/visit-postgres.ts';
import { MachineError } from './modules/machines/machines.service.ts';
import { migrationsFolder } from './paths.ts';
import { StartupError } from './startup-error.ts';

/** A command of its own, see `npm run machines`. */
try {
  const command = readMachinesCommand(process.argv.slice(2));
  process.stdout.write(await run(command, readConfig(process.env)));
} catch (error) {
  process.stderr.write(explain(error));
  process.exitCode = 1;
}

async function run(command: MachinesCommand, config: Config): Promise<string> {
  const visit = await openVisit(config);
  const db = openDatabase(visit.url);
  try {
    return await runMachinesCommand(command, db, config, new Date());
  } finally {
    await closeDatabase(db);
    await visit.leave();
  }
}

async function openVisit({ databaseUrl, dataDir }: Config) {
  if (databaseUrl !== null) return { url: databaseUrl, leave: async () => {} };
  const visit = await visitEmbeddedPostgres(dataDir);
  if (!visit.inUse) await migrateDatabase(visit.url, migrationsFolder);
  return visit;
}

function explain(error: unknown): string {
  if (error instanceof UsageError) {
    return `${error.message === '' ? '' : `tanren: ${error.message}\n\n`}${machinesUsage}`;
  }
  const expected = [MachineError, StartupError, ConfigError].some((kind) => error instanceof kind);
  const text = error instanceof Error && !expected ? (error.stack ?? error.message) : String(error);
  const message = expected && error instanceof Error ? error.message : text;
  return `${message
    .split('\n')
    .map((line) => `tanren: ${line}`)
    .join('\n')}\n`;
}
