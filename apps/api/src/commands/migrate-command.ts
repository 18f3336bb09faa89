import { parseArgs } from 'node:util';
import { type Config, readConfig } from '#config/config.ts';
import { readDatabaseUser } from '#config/database-address.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { dropRoot } from '#embedded/drop-root.ts';
import { connectEmbeddedPostgres, programRole } from '#embedded/postgres/postgres.ts';
import { describeFailure } from '#config/failure-lines.ts';
import { migrationsFolder, programFiles } from '#config/paths.ts';
import { type CommandProcess, UsageError } from './command-line.ts';

const usage = `Usage: npm run migrate [-- --grant <role>]

Brings the schema of the database up to date, as its owner (DATABASE_MIGRATION_URL, else
DATABASE_URL), and lets the role of the program read and write rows: the one in DATABASE_URL, or
the one after --grant. Nodes may run meanwhile.
`;

/** Runs the migrations. Other commands need an existing schema, and this one creates it. */
export async function runMigrate(self: CommandProcess): Promise<void> {
  try {
    const grantee = readGrantee(self.argv.slice(2));
    const config = readConfig(self.env);
    const applied =
      config.databaseUrl === null
        ? await migrateEmbedded(config, grantee)
        : await migrateConfigured(config, config.databaseUrl, grantee);
    self.stdout.write(
      applied === 0
        ? 'The schema is up to date.\n'
        : `The schema is up to date: ${applied} migration(s) were applied.\n`,
    );
  } catch (error) {
    const lines = error instanceof UsageError ? [error.message] : describeFailure(error);
    for (const line of lines) self.stderr.write(`tanren: ${line}\n`);
    if (error instanceof UsageError) self.stderr.write(`\n${usage}`);
    self.exitCode = 1;
  }
}

function readGrantee(args: readonly string[]): string | null {
  try {
    const { values } = parseArgs({ args: [...args], options: { grant: { type: 'string' } } });
    if (values.grant === '') throw new UsageError('--grant takes the name of a role');
    return values.grant ?? null;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function migrateConfigured(
  { databaseMigrationUrl }: Config,
  databaseUrl: string,
  grantee: string | null,
): Promise<number> {
  const role = grantee ?? (databaseMigrationUrl === null ? null : readDatabaseUser(databaseUrl));
  const owner = databaseMigrationUrl ?? databaseUrl;
  const setting = databaseMigrationUrl === null ? 'DATABASE_URL' : 'DATABASE_MIGRATION_URL';
  const { applied } = await migrateDatabase(owner, migrationsFolder, role, { setting });
  return applied;
}

async function migrateEmbedded({ dataDir }: Config, grantee: string | null): Promise<number> {
  if (grantee !== null) {
    throw new UsageError('--grant is for a DATABASE_URL: the embedded database has its own roles');
  }
  await dropRoot({ dataDir, needs: programFiles });
  const embedded = await connectEmbeddedPostgres(dataDir);
  try {
    // A running server has already migrated the database.
    if (embedded.ownerUrl === null) return 0;
    return (await migrateDatabase(embedded.ownerUrl, migrationsFolder, programRole)).applied;
  } finally {
    await embedded.close();
  }
}
