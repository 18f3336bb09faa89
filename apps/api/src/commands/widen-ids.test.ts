import { expect, test } from 'vitest';
import { narrowIds } from '#test/support/database/busy-workouts.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { callCommand } from '#test/support/server/running-server.ts';
import { runWidenIds } from './widen-ids-command.ts';

const { url } = await createTestDatabase();
const widen = async (args: string, settings: Record<string, string>) =>
  await callCommand(runWidenIds, args, { DATA_DIR: '/nowhere', ...settings });

test('gives the ids 64 bits as the owner of the tables, names its steps and is repeatable', async () => {
  await narrowIds(url);
  const settings = { DATABASE_URL: 'postgres://nobody@nowhere/x', DATABASE_MIGRATION_URL: url };
  const { code, stdout } = await widen('', settings);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^workouts: copying rows\n[^]*\nswapping the tables\n/);
  expect(stdout).toContain('\nThe ids of 12 table(s) have 64 bits now.\n');
  expect(await widen('', settings)).toMatchObject({
    code: 0,
    stdout: 'The ids already have 64 bits.\n',
  });
});

test('takes no options and needs a DATABASE_URL', async () => {
  const [option, embedded] = [await widen('now', { DATABASE_URL: url }), await widen('', {})];
  expect([option.code, option.stderr]).toEqual([1, expect.stringContaining('takes no options')]);
  expect([embedded.code, embedded.stderr]).toEqual([
    1,
    expect.stringContaining('the embedded database needs no ids of 64 bits'),
  ]);
});
