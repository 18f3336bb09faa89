import { expect, test } from 'vitest';
import { adviseOn, adviseOnEnd, findReason, withoutPrefix } from './server-failure.ts';

const prefix = '2026-11-16 22:00:00.123 UTC [4711] ';

test.each([
  ['PANIC:  could not write to file "pg_wal/xlogtemp.12": No space left on device', /disk is full/],
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', /disk is full/],
  ['FATAL:  incorrect checksum in control file', /pg_control is damaged/],
  ['PANIC:  could not read file "global/pg_control": read 0 of 304', /pg_control is damaged/],
  ['PANIC:  could not locate a valid checkpoint record at 0/1500028', /files are damaged/],
  ['FATAL:  data directory "/x" has wrong ownership', /belongs to another user/],
  ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', /too little memory/],
])('%s', (line, advice) => {
  const log = `${prefix}LOG:  starting PostgreSQL\n${prefix}${line}\n${prefix}LOG:  database system is shut down\n`;
  expect(findReason(log)).toBe(`${prefix}${line}`);
  expect(adviseOn(findReason(log))).toMatch(advice);
  expect(adviseOnEnd(log)).toMatch(advice);
});

test('gives no advice for failures that need none', () => {
  const log = `${prefix}FATAL:  password authentication failed for user "x"\n${prefix}LOG:  x\n`;
  expect(adviseOnEnd(log)).toBeNull();
  expect(adviseOnEnd('')).toBeNull();
  expect(withoutPrefix(`${prefix}FATAL:  no`)).toBe('FATAL: no');
});
