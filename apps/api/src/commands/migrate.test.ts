import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createEmptyDatabase, replaceDatabase, sql } from '#test/support/database.ts';
import { callCommand, runProgram, runServer } from '#test/support/server/running-server.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { runMigrate } from './migrate-command.ts';

const bundle = inject('programs').server;
const command = path.join(path.dirname(bundle.main), 'migrate.js');

const run = (line: string, env: Record<string, string>) => callCommand(runMigrate, line, env);

function withUser(url: string, name: string): string {
  const changed = new URL(url);
  changed.username = name;
  changed.password = 'x';
  return changed.href;
}

/**
 * Creates roles like an operator does: an owner of the database, and a role that has only a
 * password.
 */
async function createRoles(database: string) {
  const suffix = randomUUID().slice(0, 8);
  const [owner, program] = [`owner_${suffix}`, `program_${suffix}`];
  for (const name of [owner, program]) {
    await sql(database, `create role ${name} login password 'x'`);
    onTestFinished(async () => {
      await sql(database, `drop owned by ${name} cascade`);
      await sql(database, `drop role ${name}`);
    });
  }
  const name = new URL(database).pathname.slice(1);
  await sql(database, `alter database ${name} owner to ${owner}`);
  onTestFinished(async () => {
    await sql(database, `alter database ${name} owner to current_user`);
  });
  return { owner: withUser(database, owner), program: withUser(database, program) };
}

test('migrates as the owner, then the program starts with a role that can only read and write rows', async () => {
  const { owner, program } = await createRoles(await createEmptyDatabase());
  const early = await run('', { DATABASE_URL: program });
  expect(early).toMatchObject({ code: 1, stdout: '' });
  expect(early.stderr).toMatch(
    /^tanren: the database is \d+ migration\(s\) behind this program \(\d+\.\d+\.\d+\), and the role program_\w+ may not change its tables: run "npm run migrate" as their owner \(DATABASE_MIGRATION_URL\)\ntanren: PostgreSQL says: permission denied for database \w+ \(SQLSTATE 42501\)\n$/,
  );

  const settings = { DATABASE_URL: program, DATABASE_MIGRATION_URL: owner };
  const first = await runProgram(command, '', settings);
  expect(first.stderr).toBe('');
  expect(first.stdout).toMatch(/^The schema is up to date: \d\d migration\(s\) were applied\.\n$/);
  expect(await run('', settings)).toMatchObject({ code: 0, stdout: 'The schema is up to date.\n' });

  const server = runServer(bundle.main, {
    DATABASE_URL: program,
    DATA_DIR: path.join(await makeScratchFolder(), 'data-dir'),
    USER_POOL_KEYS: testKeys,
  });
  expect((await fetch(`${await server.ready}/readyz`)).status).toBe(200);
  await expect(sql(program, 'create table mine (id int)')).rejects.toThrow('permission denied');
  server.child.kill('SIGINT');
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

test('takes the role from the command line when only the owner is configured', async () => {
  const { owner, program } = await createRoles(await createEmptyDatabase());
  const { username } = new URL(program);
  expect((await run(`--grant ${username}`, { DATABASE_URL: owner })).code).toBe(0);
  expect(await sql(program, 'select count(*)::int as n from gyms')).toEqual([{ n: 0 }]);
  const missing = await run('--grant nobody_here', { DATABASE_URL: owner });
  expect(missing.stderr).toMatch(/^tanren: the database has no role nobody_here, [^\n]+\n$/);
});

test('prints the usage after wrong arguments, and the name of the setting when the owner cannot connect', async () => {
  const wrong = await run('--force', { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' });
  expect(wrong.stderr).toMatch(/^tanren: [^\n]*--force[^]*\n\nUsage: npm run migrate/);
  expect((await run('--grant x', {})).stderr).toContain('--grant is for a DATABASE_URL');
  const database = replaceDatabase(inject('testServer').adminUrl, 'nowhere');
  const away = await run('', { DATABASE_URL: database, DATABASE_MIGRATION_URL: database });
  expect(away.stderr).toMatch(
    /^tanren: cannot use the database at [^\n]+ \(DATABASE_MIGRATION_URL\)\n/,
  );
});
