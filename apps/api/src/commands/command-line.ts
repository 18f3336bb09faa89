import { type Config, ConfigError, readConfig } from '#config.ts';
import { closeDatabase, type Database, openDatabase } from '#db/database.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { programRole, visitEmbeddedPostgres } from '#embedded/postgres/postgres.ts';
import { leaveRoot } from '#embedded/leave-root.ts';
import { migrationsFolder, programFiles } from '#paths.ts';
import { StartupError } from '#startup-error.ts';

/** Says what was wrong with a command line; the usage follows. */
export class UsageError extends Error {}

interface CommandLine<C> {
  readonly usage: string;
  /** Throws `UsageError`. */
  readonly read: (args: readonly string[]) => C;
  /** Whether it writes where the caller says, with the caller's rights. */
  readonly writesFiles?: (command: C) => boolean;
  /** Answers what there is to say. */
  readonly run: (command: C, db: Database, config: Config) => Promise<string>;
  /** What the operator can mend: told without a stack. */
  readonly expected?: readonly (abstract new (...args: never[]) => Error)[];
}

/** A command line of its own beside the server: on its database, whether that runs or not. */
export async function runCommand<C>(
  { argv, env }: Pick<NodeJS.Process, 'argv' | 'env'>,
  line: CommandLine<C>,
): Promise<void> {
  try {
    const command = line.read(argv.slice(2));
    const config = readConfig(env);
    if (config.databaseUrl === null && line.writesFiles?.(command) !== true) {
      await leaveRoot({ dataDir: config.dataDir, needs: programFiles });
    }
    process.stdout.write(await visit(config, command, line));
  } catch (error) {
    process.stderr.write(explain(error, line));
    process.exitCode = 1;
  }
}

async function visit<C>(config: Config, command: C, { run }: CommandLine<C>): Promise<string> {
  const place = await openVisit(config);
  const db = openDatabase(place.url);
  try {
    return await run(command, db, config);
  } finally {
    await closeDatabase(db);
    await place.leave();
  }
}

async function openVisit({ databaseUrl, dataDir }: Config) {
  if (databaseUrl !== null) return { url: databaseUrl, leave: async () => {} };
  const place = await visitEmbeddedPostgres(dataDir);
  if (place.ownerUrl !== null) await migrateDatabase(place.ownerUrl, migrationsFolder, programRole);
  return place;
}

function explain<C>(error: unknown, { usage, expected = [] }: CommandLine<C>): string {
  if (error instanceof UsageError) {
    return `${error.message === '' ? '' : `tanren: ${error.message}\n\n`}${usage}`;
  }
  const mendable = [...expected, StartupError, ConfigError].some((kind) => error instanceof kind);
  const text = error instanceof Error && !mendable ? (error.stack ?? error.message) : String(error);
  const message = mendable && error instanceof Error ? error.message : text;
  return `${message
    .split('\n')
    .map((each) => `tanren: ${each}`)
    .join('\n')}\n`;
}
