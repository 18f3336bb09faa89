import { expect, test } from 'vitest';
import { readLinkSearch } from './link-search.ts';

test('a code may look like a number', () => {
  expect(readLinkSearch({ code: '12-345678' })).toEqual({ code: '12-345678' });
  expect(readLinkSearch({ code: 12345678 })).toEqual({ code: '12345678' });
  expect(readLinkSearch({ code: null })).toEqual({});
});

test('the machine of a label is a number from 1', () => {
  expect(readLinkSearch({ machine: 7 })).toEqual({ machine: 7 });
  expect(readLinkSearch({ machine: '7' })).toEqual({ machine: 7 });
  for (const machine of [0, -1, 1.5, 'x', null, undefined, [7]]) {
    expect(readLinkSearch({ machine })).toEqual({});
  }
});
