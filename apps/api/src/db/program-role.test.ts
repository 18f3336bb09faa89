import { randomUUID } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrationsFolder } from '#config/paths.ts';
import { StartupError } from '#config/startup-error.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  replaceDatabase,
  sql,
} from '#test/support/database.ts';
import { checkDatabase, migrateDatabase } from './migrate.ts';

const { url, programUrl } = await createTestDatabase();
const program = (statement: string) => sql(programUrl, statement);

test('lets the program read and write every row, but change no row of the audit log', async () => {
  const allowed = await sql<{ name: string; rights: string }>(
    url,
    `select c.relname as name, string_agg(privilege_type, ' ' order by privilege_type) as rights
     from pg_class c left join lateral aclexplode(c.relacl) a
       on a.grantee = (select oid from pg_roles where rolname = $1)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by 1`,
    [new URL(programUrl).username],
  );
  const others = allowed.filter(({ name }) => name !== 'staff_audit_log');
  expect(others.length).toBeGreaterThan(40);
  expect(others.filter(({ rights }) => rights !== 'DELETE INSERT SELECT UPDATE')).toEqual([]);
  expect(allowed).toContainEqual({ name: 'staff_audit_log', rights: 'INSERT SELECT' });
});

test.each([
  'create table mine (id int)',
  'alter table staff_audit_log disable trigger all',
  'drop trigger staff_audit_log_kept on staff_audit_log',
  'truncate gyms cascade',
  'drop table gyms',
  `select setval('staff_audit_log_id_seq', 1)`,
  'insert into drizzle.__drizzle_migrations (hash, created_at) values ($$x$$, 1)',
  'create or replace function protect_staff_audit_log() returns trigger language sql as $$select$$',
  `create role other login`,
  `copy gyms to program 'true'`,
])('denies the program: %s', async (statement) => {
  await expect(program(statement)).rejects.toThrow(/permission denied|must be owner/);
});

test('lets the program insert rows with generated numbers, also into the audit log', async () => {
  await program(`insert into staff_audit_log (at, action, staff_sub)
                 values (now(), 'member.view', '${randomUUID()}')`);
  expect(await program(`select nextval('workouts_id_seq')::int as id`)).toHaveLength(1);
});

test('starts without the owner when the schema is up to date', async () => {
  expect(await migrateDatabase(programUrl, migrationsFolder)).toEqual({ applied: 0, unknown: 0 });
});

test('lets the owner fill an empty database, and the program works in it', async () => {
  const owner = await createEmptyDatabase();
  const role = new URL(programUrl).username;
  await migrateDatabase(owner, migrationsFolder, role);
  const mine = replaceDatabase(inject('programUrl'), new URL(owner).pathname.slice(1));
  await checkDatabase(mine);
  expect(await sql(mine, 'select count(*)::int as n from gyms')).toEqual([{ n: 0 }]);
});

test('leaves tables of other applications in the same database alone', async () => {
  const database = await createEmptyDatabase();
  const name = `owner_${randomUUID().slice(0, 8)}`;
  await sql(database, `create role ${name} login password 'x'`);
  onTestFinished(async () => {
    await sql(database, `reassign owned by ${name} to current_user`);
    await sql(database, `drop owned by ${name}`);
    await sql(database, `drop role ${name}`);
  });
  await sql(database, `alter database ${new URL(database).pathname.slice(1)} owner to ${name}`);
  await sql(database, 'create table theirs (id int)');
  const owner = new URL(database);
  owner.username = name;
  owner.password = 'x';
  await migrateDatabase(owner.href, migrationsFolder, new URL(programUrl).username);
  const [theirs] = await sql(
    database,
    `select has_table_privilege($1, 'theirs', 'select') as theirs,
            has_table_privilege($1, 'gyms', 'select') as ours`,
    [new URL(programUrl).username],
  );
  expect(theirs).toEqual({ theirs: false, ours: true });
});

test('keeps every right when the owner is also the program', async () => {
  const [before] = await sql(url, `select relacl from pg_class where relname = 'staff_audit_log'`);
  await migrateDatabase(url, migrationsFolder, new URL(url).username);
  const [after] = await sql(url, `select relacl from pg_class where relname = 'staff_audit_log'`);
  expect(after).toEqual(before);
});

test('reports a missing or rejected role in one line', async () => {
  const missing = migrateDatabase(url, migrationsFolder, 'nobody_here');
  await expect(missing).rejects.toThrow(StartupError);
  await expect(missing).rejects.toThrow(/^the database has no role nobody_here, [^\n]+$/);
  const wrong = new URL(programUrl);
  wrong.password = 'hunter2';
  await expect(checkDatabase(wrong.href)).rejects.toThrow(
    /refuses the user name or password \(DATABASE_URL\)$/m,
  );
});
