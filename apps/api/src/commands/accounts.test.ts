import path from 'node:path';
import { createConfirmedUser, listAccounts } from '@tanren/user-pool/administration';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { expect, inject, test } from 'vitest';
import { openIdentity } from '#composition/identity.ts';
import { readConfig } from '#config.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { runProgram, runWithin } from '#test/support/running-server.ts';
import { accountsLine, readAccountsCommand } from './accounts-command.ts';
import { UsageError } from './command-line.ts';

const read = (line: string) => readAccountsCommand(line.split(' ').filter((word) => word !== ''));

test.each([
  ['list', { name: 'list' }],
  ['appoint a@b.example staff', { name: 'appoint', email: 'a@b.example', group: 'staff' }],
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
])('no command: %s', (line) => {
  expect(() => read(line)).toThrow(UsageError);
});

const bundle = inject('programs').server;
const { db, url } = await createTestDatabase();
const now = () => new Date();
const config = { ...readConfig({}), userPoolKeys: testKeys };
const { userPool } = await openIdentity(config, db, { send: async () => {} }, now);
if (userPool === null) throw new Error('There is no embedded pool');

const settings = { DATABASE_URL: url, DATA_DIR: '/nowhere' };
const program = path.join(path.dirname(bundle.main), 'accounts.js');
const runBundled = (line: string) => runProgram(program, line, settings);
const run = (line: string, more: Record<string, string> = {}) =>
  runWithin(accountsLine, line, { ...settings, ...more });

test('somebody is appointed and dismissed, and stays a member', async () => {
  const user = { email: 'Sato@Gym.example', password: 'matsutake99', groups: ['member'] };
  const sub = await createConfirmedUser(db, userPool, user);
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

test('what cannot be done is one clear line', async () => {
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
