import { expect, test } from 'vitest';
import { readAccountsCommand } from './accounts-arguments.ts';
import { UsageError } from './usage-error.ts';

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
