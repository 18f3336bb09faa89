import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listAccounts } from '@tanren/user-pool/administration';
import { authenticationEvents } from '@tanren/user-pool/schema/authentication-events';
import { userPoolUsers } from '@tanren/user-pool/schema/users';
import { eq } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { openTestPool } from '#test/support/identity/pool-world.ts';
import { runProgram, runWithin } from '#test/support/server/running-server.ts';
import { accountsLine, readAccountsCommand } from './accounts-command.ts';
import { UsageError } from './command-line.ts';

const read = (line: string) => readAccountsCommand(line.split(' ').filter((word) => word !== ''));

test.each([
  ['list', { name: 'list' }],
  ['appoint a@b.example staff', { name: 'appoint', email: 'a@b.example', group: 'staff' }],
  ['remove-totp a@b.example', { name: 'remove-totp', email: 'a@b.example' }],
  ['dismiss a@b.example trainer', { name: 'dismiss', email: 'a@b.example', group: 'trainer' }],
])('%s', (line, command) => {
  expect(read(line)).toEqual(command);
});

test.each([
  '',
  'lists',
  'list all',
  'appoint',
  'appoint a@b.example',
  'appoint a@b.example admin',
  'dismiss a@b.example staff trainer',
  'remove-totp',
  'remove-totp a@b.example staff',
])('rejects as a command: %s', (line) => {
  expect(() => read(line)).toThrow(UsageError);
});

const bundle = inject('programs').server;
const { db, url, addAccount } = await openTestPool();

const settings = { DATABASE_URL: url, DATA_DIR: '/nowhere' };
const program = path.join(path.dirname(bundle.main), 'accounts.js');
const runBundled = (line: string) => runProgram(program, line, settings);
const run = (line: string, more: Record<string, string> = {}) =>
  runWithin(accountsLine, line, { ...settings, ...more });

test('appoints and dismisses staff, who stay members', async () => {
  const { sub } = await addAccount({ email: 'Sato@Gym.example', groups: ['member'] });
  const readGroups = async () => (await listAccounts(db, [sub])).flatMap(({ groups }) => groups);
  expect((await run('list')).stdout).toBe('Nobody is trainer or staff.\n');

  for (const [group, appoint] of [
    ['staff', runBundled],
    ['trainer', run],
    ['trainer', run],
  ] as const) {
    expect(await appoint(`appoint sato@gym.example ${group}`)).toEqual({
      code: 0,
      stdout: `sato@gym.example is ${group} now, and sees it after the next sign-in.\n`,
      stderr: '',
    });
  }
  expect(await readGroups()).toEqual(['member', 'staff', 'trainer']);
  expect((await run('list')).stdout).toBe('sato@gym.example  member, staff, trainer\n');

  expect((await run('dismiss SATO@gym.example staff')).code).toBe(0);
  expect(await readGroups()).toEqual(['member', 'trainer']);
});

test('remove-totp removes the authenticator app of staff, ends their sign-ins and mails them', async () => {
  const email = 'suzuki@gym.example';
  const groups = ['member', 'staff'];
  const { sub } = await addAccount({ email, groups });
  expect((await run(`remove-totp ${email}`)).stderr).toBe(
    `tanren: ${email} uses no authenticator app\n`,
  );
  const isOwn = eq(userPoolUsers.sub, sub);
  await db
    .update(userPoolUsers)
    .set({ totpSecret: Buffer.alloc(20), totpEnabled: true })
    .where(isOwn);
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'tanren-accounts-'));
  expect(await run(`remove-totp ${email}`, { DATA_DIR })).toEqual({
    code: 0,
    stdout: `${email} uses no authenticator app any more, is signed out everywhere and was told by mail.\n`,
    stderr: '',
  });
  expect(await db.select().from(userPoolUsers).where(isOwn)).toMatchObject([
    { totpEnabled: false, totpSecret: null, groups },
  ]);
  const events = await db
    .select({ operation: authenticationEvents.operation })
    .from(authenticationEvents)
    .where(eq(authenticationEvents.sub, sub))
    .orderBy(authenticationEvents.id);
  expect(events.map(({ operation }) => operation)).toEqual([
    'totp-removed-by-staff',
    'ended-by-staff',
  ]);
  const [mail = ''] = await readdir(path.join(DATA_DIR, 'outbox'));
  expect(await readFile(path.join(DATA_DIR, 'outbox', mail), 'utf8')).toContain(
    '認証アプリ解除のお知らせ',
  );
});

test('explains each command that cannot be carried out in one line', async () => {
  expect(await run('appoint nobody@gym.example staff')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'tanren: nobody has an account with nobody@gym.example\n',
  });
  const amazon = { COGNITO_USER_POOL_ID: 'ap-northeast-1_x', COGNITO_CLIENT_ID: 'y' };
  expect((await run('list', amazon)).stderr).toMatch(/^tanren: accounts live in Amazon Cognito/);
  expect((await run('promote me')).stderr).toMatch(
    /^tanren: unknown command: promote me\n\nUsage: /,
  );
});
