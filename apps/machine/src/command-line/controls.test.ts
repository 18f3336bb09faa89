import { expect, test } from 'vitest';
import { splitKeys } from './controls.ts';

test('keys that come at once are told apart', () => {
  expect(splitKeys(' \u001B[A\u001B[Bf\r\u0003')).toEqual([
    ' ',
    '\u001B[A',
    '\u001B[B',
    'f',
    '\r',
    '\u0003',
  ]);
});
