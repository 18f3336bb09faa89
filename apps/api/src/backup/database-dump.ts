import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import type { Environment } from '#config/config.ts';
import { describeConnectionFailure } from '#db/connection-failure.ts';
import { describeAddress } from '#db/database.ts';
import { errorCode } from '#http/error-code.ts';
import { BackupError } from './backup-error.ts';
import type { Part, PartSink } from './backup-frames.ts';
import type { DatabaseFacts } from './cluster-backup.ts';
import { countRows, listTables, readMigrations } from './row-counts.ts';

export const dumpPart = 'database.dump';

/** PostgreSQL's own programs, which must be installed on the machine. */
export interface DumpTools {
  /** Path of `pg_dump`, or its name in the PATH. `pg_restore` is in the same folder. */
  readonly pgDump: string;
  readonly env: Environment;
}

/** Reads the database with `pg_dump`, and counts its rows in the same snapshot. */
export async function* readDump(
  url: string,
  tools: DumpTools,
  onFacts: (facts: DatabaseFacts & { pgDump: number }) => void,
): AsyncGenerator<Part> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ version: string; number: string }>(
      `select current_setting('server_version') as version,
              current_setting('server_version_num') as number`,
    );
    const version = rows[0]?.version ?? '';
    const pgDump = await requireTool(
      tools.pgDump,
      tools,
      Math.floor(Number(rows[0]?.number) / 1e4),
    );
    await client.query('set statement_timeout = 0');
    await client.query('set idle_in_transaction_session_timeout = 0');
    await client.query('begin isolation level repeatable read read only');
    const exported = await client.query<{ id: string }>('select pg_export_snapshot() as id');
    const args = [`--snapshot=${exported.rows[0]?.id ?? ''}`, '--format=custom', '--compress=0'];
    const child = start(tools.pgDump, tools, url, [...args, '--no-comments', ...noRights]);
    yield { name: dumpPart, content: readOutput(child, 'pg_dump') };
    onFacts({
      rows: await countRows(client),
      migrations: await readMigrations(client),
      postgres: version,
      pgDump,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Options that leave out owners and rights. Roles differ between servers, and the program's role
 * gets its rights at every start.
 */
const noRights = ['--no-owner', '--no-privileges'];

async function* readOutput(child: ChildProcess, name: string): AsyncGenerator<Buffer> {
  const finished = waitForExit(child, name);
  finished.catch(() => undefined);
  try {
    if (child.stdout !== null) for await (const chunk of child.stdout) yield chunk as Buffer;
    await finished;
  } finally {
    child.kill();
  }
}

/** Runs `pg_restore` as the destination of a dump. Either everything is restored or nothing. */
export async function restoreDump(
  url: string,
  tools: DumpTools,
  madeBy: number,
): Promise<PartSink> {
  const program = restoreProgram(tools.pgDump);
  await requireTool(program, tools, madeBy);
  const args = ['--single-transaction', '--exit-on-error', ...noRights];
  const child = start(program, tools, url, args);
  const finished = waitForExit(child, 'pg_restore');
  finished.catch(() => undefined);
  const { stdin } = child;
  if (stdin === null) throw new Error('pg_restore has no input');
  stdin.on('error', () => undefined);
  child.stdout?.resume();
  return {
    async write(chunk) {
      // The exit of the program explains why its input was closed.
      if (stdin.destroyed) await finished;
      if (!stdin.write(chunk))
        await Promise.race([once(stdin, 'drain').catch(() => finished), finished]);
    },
    async close() {
      stdin.end();
      await finished;
    },
  };
}

function restoreProgram(pgDump: string): string {
  return path.join(path.dirname(pgDump), path.basename(pgDump).replace('pg_dump', 'pg_restore'));
}

export async function rejectTables(url: string): Promise<void> {
  const client = await connect(url);
  try {
    const [table] = await listTables(client);
    if (table === undefined) return;
    throw new BackupError(
      `the database at ${describeAddress(url)} has tables (${table}): restore into an empty one`,
    );
  } finally {
    await client.end();
  }
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tanren backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new BackupError(describeConnectionFailure(error, url), { cause: error });
  }
  return client;
}

/** Returns the major version of a program. Throws when it is older than `atLeast`. */
async function requireTool(program: string, tools: DumpTools, atLeast: number): Promise<number> {
  const remedy = `install PostgreSQL's client programs, version ${atLeast} or newer, and set PG_DUMP to that pg_dump`;
  const child = spawn(program, ['--version'], {
    env: { ...tools.env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    await once(child, 'close');
  } catch (error) {
    throw new BackupError(`${program} cannot be run (${errorCode(error) ?? 'failed'}): ${remedy}`, {
      cause: error,
    });
  }
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1]);
  if (major >= atLeast) return major;
  const found = Number.isNaN(major) ? 'is not a program of PostgreSQL' : `is version ${major}`;
  throw new BackupError(`${program} ${found}, the database is version ${atLeast}: ${remedy}`);
}

/**
 * Starts a program. The password is passed in the environment, because other users can read command
 * lines.
 */
function start(program: string, tools: DumpTools, url: string, args: string[]): ChildProcess {
  const [, password] = /^\w+:\/\/[^:@/]*:([^@/]*)@/.exec(url) ?? [];
  const address = url.replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, '$1@');
  return spawn(program, [...args, '--no-password', `--dbname=${address}`], {
    env: {
      ...tools.env,
      LC_MESSAGES: 'C',
      ...(password !== undefined && { PGPASSWORD: decodeURIComponent(password) }),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Waits for the program to end. Rejects with its last error line when it fails. */
async function waitForExit(child: ChildProcess, name: string): Promise<void> {
  let errorOutput = '';
  child.stderr?.on(
    'data',
    (chunk: Buffer) => (errorOutput = `${errorOutput}${chunk.toString()}`.slice(-4000)),
  );
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return;
  const lines = errorOutput.trim().split('\n');
  const line = lines.find((each) => each.includes('error:')) ?? lines.at(-1) ?? '';
  const remedy = line.includes('permission denied')
    ? '; set DATABASE_MIGRATION_URL to the owner of the tables, whom backup and restore need'
    : '';
  throw new BackupError(`${name} failed: ${line}${remedy}`);
}
