import { expect, test } from 'vitest';

import { findRedirect } from './redirects.ts';

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
