import { expect, test } from 'vitest';
import { memberPages, openPages } from '#test/support/member-pages.ts';
import { findRoute, listPagePatterns } from '#test/support/route-tree.ts';
import { staffPages, trainerPages } from '#test/support/work-pages.ts';

/** They only lead elsewhere: see `addresses.test.tsx`. */
const redirects = ['/training-sessions/', '/users/$'];

const cases = [...openPages, ...memberPages, ...trainerPages, ...staffPages];

test('every page of the app is opened by a test', () => {
  const opened = new Set(cases.map(({ path }) => findRoute(path)?.fullPath));
  expect(listPagePatterns().filter((pattern) => !opened.has(pattern))).toEqual(redirects);
});

test.each(cases)('$path is in the frame and for the group it is tested with', (page) => {
  const { group = null, layout } = findRoute(page.path)?.options.staticData ?? {};
  expect(layout).toBe(page.place === null ? 'simple' : 'auth');
  expect(group).toBe(page.session?.groups?.[0] ?? null);
  const ofGroup = { トレーナー: 'trainer', スタッフ: 'staff' } as Record<string, string>;
  expect(group).toBe(ofGroup[page.place ?? ''] ?? null);
});
