import { expect, test } from 'vitest';
import { memberPages, openPages, staffPages, trainerPages } from './page-cases.ts';
import { findRoute, listPagePatterns } from './route-tree.ts';

/** They only lead elsewhere: see `addresses.test.tsx`. */
const redirects = ['/training-sessions/', '/users/$'];

const cases = [...openPages, ...memberPages, ...trainerPages, ...staffPages];

test('every page of the app is opened by a test', () => {
  const opened = new Set(cases.map(({ path }) => findRoute(path)?.fullPath));
  expect(listPagePatterns().filter((pattern) => !opened.has(pattern))).toEqual(redirects);
});

// spec 2.1
test('every page is in the frame and for the group that it is tested with', () => {
  const ofGroup: Readonly<Record<string, string>> = { トレーナー: 'trainer', スタッフ: 'staff' };
  const declared = cases.map(({ path }) => {
    const { group = null, layout } = findRoute(path)?.options.staticData ?? {};
    return { path, layout, group, place: group };
  });
  const tested = cases.map(({ path, place, session }) => ({
    path,
    layout: place === null ? 'simple' : 'auth',
    group: session?.groups?.[0] ?? null,
    place: ofGroup[place ?? ''] ?? null,
  }));
  expect(declared).toEqual(tested);
});
