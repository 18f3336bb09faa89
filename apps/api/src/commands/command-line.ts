import { type Config, readConfig } from '#config/config.ts';
import { closeDatabase, type Database, openDatabase } from '#db/database.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { programRole, connectEmbeddedPostgres } from '#embedded/postgres/postgres.ts';
import { dropRoot } from '#embedded/drop-root.ts';
import { describeFailure } from '#config/failure-lines.ts';
import { migrationsFolder, programFiles } from '#config/paths.ts';

/** Thrown for an invalid command line. The usage is printed after the message. */
export class UsageError extends Error {}

export interface CommandLine<C> {
  readonly usage: string;
  /** Parses the arguments. Throws `UsageError`. */
  readonly read: (args: readonly string[]) => C;
  /**
   * Returns whether the command writes files where the caller says, and so must keep the caller's
   * rights.
   */
  readonly writesFiles?: (command: C) => boolean;
  /** Runs the command and returns its output. */
  readonly run: (command: C, db: Database, config: Config) => Promise<string>;
  /** Errors that the operator can solve. They are printed without a stack. */
  readonly expected?: readonly (abstract new (...args: never[]) => Error)[];
}

/** Parts of the process that a command uses. */
export interface CommandProcess extends Pick<NodeJS.Process, 'argv' | 'env'> {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  exitCode?: number | string | null | undefined;
}

/** Runs a command on the server's database, whether the server is running or not. */
export async function runCommand<C>(self: CommandProcess, line: CommandLine<C>): Promise<void> {
  await runExplained(self, line, async (args) => {
    const command = line.read(args);
    const config = readConfig(self.env);
    if (config.databaseUrl === null && line.writesFiles?.(command) !== true) {
      await dropRoot({ dataDir: config.dataDir, needs: programFiles });
    }
    return await runOnDatabase(config, command, line);
  });
}

/**
 * Prints the output of a command or its failure. A failure that the operator can solve is one line.
 */
export async function runExplained(
  self: CommandProcess,
  words: Pick<CommandLine<never>, 'usage' | 'expected'>,
  run: (args: readonly string[]) => Promise<string>,
): Promise<void> {
  try {
    self.stdout.write(await run(self.argv.slice(2)));
  } catch (error) {
    self.stderr.write(explain(error, words));
    self.exitCode = 1;
  }
}

async function runOnDatabase<C>(
  config: Config,
  command: C,
  { run }: CommandLine<C>,
): Promise<string> {
  const database = await openCommandDatabase(config);
  const db = openDatabase(database.url, config.databaseLimits);
  try {
    return await run(command, db, config);
  } finally {
    await closeDatabase(db);
    await database.close();
  }
}

async function openCommandDatabase({ databaseUrl, dataDir }: Config) {
  if (databaseUrl !== null) return { url: databaseUrl, close: async () => {} };
  const embedded = await connectEmbeddedPostgres(dataDir);
  if (embedded.ownerUrl !== null) {
    await migrateDatabase(embedded.ownerUrl, migrationsFolder, programRole);
  }
  return embedded;
}

function explain(
  error: unknown,
  { usage, expected = [] }: Pick<CommandLine<never>, 'usage' | 'expected'>,
): string {
  if (error instanceof UsageError) {
    return `${error.message === '' ? '' : `tanren: ${error.message}\n\n`}${usage}`;
  }
  const isExpected = expected.some((kind) => error instanceof kind);
  const lines =
    isExpected && error instanceof Error ? error.message.split('\n') : describeFailure(error);
  return lines.map((each) => `tanren: ${each}\n`).join('');
}
