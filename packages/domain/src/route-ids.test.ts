import { describe, expect, it } from 'vitest';
import { parseRouteId } from './route-ids.ts';

describe('parseRouteId', () => {
  it.each([
    ['7', 7],
    ['007', 7],
    ['2147483647', 2_147_483_647],
  ])('takes %s', (value, id) => {
    expect(parseRouteId(value)).toBe(id);
  });

  it.each([
    '',
    '0',
    '000',
    ' 1',
    '1 ',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x1',
    '１',
    'latest',
    '2147483648',
    '9'.repeat(40),
  ])('refuses %j', (value) => {
    expect(parseRouteId(value)).toBeNull();
  });
});
