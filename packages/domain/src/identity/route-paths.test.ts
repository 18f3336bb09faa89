import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  findRedirect,
  fitsRouteParam,
  parseLongId,
  parseRouteId,
  readNextPath,
} from './route-paths.ts';

describe('readNextPath', () => {
  it.each([
    '/',
    '/workouts',
    '/workouts?workoutType=3',
    '/workout-ranking/1/tfo#me',
    '/search-training-sessions?query=%E3%83%81%E3%82%A7%E3%82%B9%E3%83%88&tag=%2F%2Fx',
    '/tanren-link?code=3-123456',
  ])('keeps %s', (path) => {
    expect(readNextPath(path)).toBe(path);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a\\..\\b',
    '%2f%2fevil.example',
    '/%2fevil.example',
    '/%252fevil.example',
    '/%5cevil.example',
    '/%255c%255cevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%09/evil.example',
    '/workouts?x=\r\nset-cookie:a',
    '\u0000/workouts',
    ' /workouts',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'https://evil.example/',
    'evil.example',
    'workouts',
    '',
    '/%',
    '/%E0%A4%A',
    `/${'a'.repeat(2000)}`,
  ])('rejects %j', (value) => {
    expect(readNextPath(value)).toBeNull();
  });

  it.each([[undefined], [null], [3], [['/workouts']], [{ toString: () => '/workouts' }]])(
    'rejects a value that is not a string: %j',
    (value) => {
      expect(readNextPath(value)).toBeNull();
    },
  );

  it('never lets a browser leave the origin, however the path is decoded', () => {
    const nasty = fc.constantFrom(
      '/',
      '\\',
      '%2f',
      '%5c',
      '%252f',
      '\t',
      '%09',
      ':',
      '@',
      '.',
      'evil.example',
      'a',
      '?',
      '#',
      '%',
    );
    fc.assert(
      fc.property(fc.array(nasty, { maxLength: 12 }), (parts) => {
        const accepted = readNextPath(parts.join(''));
        if (accepted === null) return;
        for (const form of [accepted, decodeURIComponent(accepted.split(/[?#]/, 1)[0] ?? '')]) {
          expect(new URL(form, 'https://tanren.example').origin).toBe('https://tanren.example');
        }
      }),
      { numRuns: 5000 },
    );
  });
});

const rules = [
  { from: '/home', to: '/' },
  { from: '/old/**', to: '/new' },
  { from: '/old/deep/**', to: '/deep' },
  { from: '/old/exact', to: '/exact?own=1#here' },
  { from: '/guide', to: 'https://example.org/guide' },
];

test.each([
  ['/home', '/'],
  ['/home/', '/'],
  ['/home?a=1', '/?a=1'],
  ['/home/?a=1#b', '/?a=1#b'],
  ['/home#b?c', '/#b?c'],
  ['/homes', null],
  ['/home/below', null],
  ['//home', null],
  ['/', null],
  ['/old', '/new'],
  ['/old/a/b', '/new'],
  ['/older', null],
  ['/old/deep/x', '/deep'],
  ['/old/exact', '/exact?own=1#here'],
  ['/old/exact?a=1#b', '/exact?own=1#here'],
  ['/guide?a=1', 'https://example.org/guide?a=1'],
  ['/old///evil.example', '/new'],
])('%s leads to %s', (path, target) => {
  expect(findRedirect(rules, path)).toBe(target);
});

test('the order of the rules does not matter', () => {
  for (const path of ['/old/deep/x', '/old/exact', '/old/x']) {
    expect(findRedirect(rules.toReversed(), path)).toBe(findRedirect(rules, path));
  }
});

describe('parseRouteId', () => {
  it.each([
    ['7', 7],
    ['007', 7],
    ['2147483647', 2_147_483_647],
  ])('accepts %s', (value, id) => {
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
  ])('rejects %j', (value) => {
    expect(parseRouteId(value)).toBeNull();
  });
});

test('the id of a workout or reservation may exceed 32 bits', () => {
  expect(parseLongId('2147483648')).toBe(2_147_483_648);
  expect(parseLongId('9007199254740991')).toBe(9_007_199_254_740_991);
  expect(parseLongId('9007199254740992')).toBeNull();
  expect(fitsRouteParam('workoutId', '2147483648')).toBe(true);
  expect(fitsRouteParam('gymId', '2147483648')).toBe(false);
});
