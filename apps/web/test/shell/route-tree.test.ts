import { expect, test } from 'vitest';
import { memberPages, openPages } from './page-cases.ts';
import { staffPages, trainerPages } from './work-page-cases.ts';
import { describePage, findRoute, listPagePatterns } from './route-tree.ts';

/** Routes that only redirect. `addresses.test.tsx` covers them. */
const redirects = ['/staff/board', '/training-sessions/', '/users/$'];

const cases = [...openPages, ...memberPages, ...trainerPages, ...staffPages];

test('a test opens every page of the app', () => {
  const opened = new Set(cases.map(({ path }) => findRoute(path)?.fullPath));
  expect(listPagePatterns().filter((pattern) => !opened.has(pattern))).toEqual(redirects);
});

/** Registration pages and targets of mails. Their content says where to go next. */
const onTheWayIn = [
  '/unsubscribe',
  '/guardian-consent',
  '/login',
  '/register',
  '/forgot-password',
  '/register/userinfo',
  '/confirm-agreement',
  '/auth/native-session',
  '/users/$',
];
const sections = ['/', '/workouts', '/tanren-link', '/reservations', '/settings'];
const workSections = ['/trainer', '/staff'];

test('every page except sections and onboarding has a parent', () => {
  const withoutParent = listPagePatterns()
    .map((pattern) => pattern.replace(/(?<=.)\/$/, ''))
    .filter((pattern) => describePage(pattern)?.parent === null);
  expect(new Set(withoutParent)).toEqual(new Set([...sections, ...workSections, ...onTheWayIn]));
});

/** Returns the parents of a page, the usual one first. */
function findParents(pattern: string): readonly string[] {
  return [describePage(pattern.replace(/(?<=.)\/$/, ''))?.parent ?? []].flat();
}

test('every parent exists, and the default one can be reached with known parameters', () => {
  const paramsOf = (pattern: string): readonly string[] => pattern.match(/\$\w+/g) ?? [];
  const wrong = listPagePatterns().filter((pattern) => {
    const parents = findParents(pattern);
    const known = paramsOf(pattern);
    return (
      parents.some((parent) => describePage(parent) === undefined) ||
      paramsOf(parents[0] ?? '').some((param) => !known.includes(param))
    );
  });
  expect(wrong).toEqual([]);
});

test('parents of member pages end at a section', () => {
  const findTop = (pattern: string, steps = 0): string => {
    const [parent] = findParents(pattern);
    return parent === undefined || steps > 5 ? pattern : findTop(parent, steps + 1);
  };
  const tops = memberPages.map(({ path }) =>
    findTop(findRoute(path)?.fullPath ?? '').replace(/(?<=.)\/$/, ''),
  );
  expect(new Set(tops)).toEqual(new Set(sections));
});

// spec 2.1
test('every page has the frame and group with which it is tested', () => {
  const places = ['ホーム', '履歴', '接続', '予約', 'マイページ'];
  const findGroup = (place: string) => {
    if (places.includes(place)) return null;
    return place === '担当会員' ? 'trainer' : 'staff';
  };
  const declared = cases.map(({ path }) => {
    const { group = null, layout } = findRoute(path)?.options.staticData ?? {};
    return { path, layout, group, place: group };
  });
  const tested = cases.map(({ path, place, session, layout }) => ({
    path,
    layout: layout ?? (place === null ? 'simple' : 'auth'),
    group: session?.groups?.[0] ?? null,
    place: place === null ? null : findGroup(place),
  }));
  expect(declared).toEqual(tested);
});
