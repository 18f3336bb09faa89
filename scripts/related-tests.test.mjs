import { expect, test } from 'vitest';
import { readImports } from './lib/import-graph.mjs';
import { listFiles } from './lib/project.mjs';
import { findNearestTests, findRelatedTests } from './lib/related-tests.mjs';

const imports = readImports(listFiles());

/** @param {string} changed */
const related = (changed) => findRelatedTests([changed], imports);
/** @param {string} changed */
const nearest = (changed) => findNearestTests([changed], imports);

test('a rule is related to its own test and to tests of modules and screens that use it', () => {
  const tests = related('packages/domain/src/booking/reservations.ts');
  expect(tests).toContain('apps/api/src/modules/booking/training-reservations.routes.test.ts');
  expect(tests).toContain('apps/web/test/booking/slots.test.tsx');
});

test('a file of a feature is related to the tests of its area on every level', () => {
  const tests = related('apps/web/src/features/booking/reservations/reservation-words.ts');
  expect(tests).toContain('apps/web/src/features/booking/reservations/reservations.test.ts');
  expect(tests).toContain('apps/web/test/booking/slots.test.tsx');
  expect(tests.some((file) => file.startsWith('apps/web/test/workouts/'))).toBe(false);
});

test('the files that compose the whole product do not relate everything to everything', () => {
  const tests = related('apps/api/src/modules/members/announcements.routes.ts');
  expect(tests).toContain('apps/api/src/modules/members/announcements.routes.test.ts');
  expect(tests.length).toBeLessThan(30);
});

const always = ['apps/api/test/access-table.test.ts', 'apps/api/test/member-erasure.test.ts'];

test('a changed test is related to itself, and the access table and erasure always run', () => {
  const tests = ['scripts/lock-file.test.mjs', ...always];
  expect(related('scripts/lock-file.test.mjs')).toEqual(tests);
  expect(nearest('scripts/lock-file.test.mjs')).toEqual({ tests, leftOut: 0 });
  expect(nearest('README.md')).toEqual({ tests: always, leftOut: 0 });
});

test('the nearest tests have the same stem, import the file directly or are in its folder', () => {
  const { tests } = nearest('apps/web/src/features/booking/reservations/reservation-words.ts');
  expect(tests).toContain('apps/web/src/features/booking/reservations/reservations.test.ts');
  expect(tests).not.toContain('apps/web/test/booking/slots.test.tsx');
  const ofRoutes = nearest('apps/api/src/modules/members/announcements.routes.ts');
  expect(ofRoutes.tests[0]).toContain('/announcements.');
});

test('the nearest tests are limited, and the number of tests left out is returned', () => {
  const { tests, leftOut } = nearest('packages/domain/src/gyms/gym-time.ts');
  expect(tests[0]).toBe('packages/domain/src/gyms/gym-time.test.ts');
  // Twelve nearest tests, and the two that always run unless they are among them.
  expect(tests.length).toBeGreaterThanOrEqual(12);
  expect(tests.length).toBeLessThanOrEqual(14);
  expect(leftOut).toBeGreaterThan(20);
});

test('all related tests include the nearest ones', () => {
  for (const file of ['apps/api/src/db/time-cursor.ts', 'apps/web/src/lib/server-time.ts']) {
    expect(related(file)).toEqual(expect.arrayContaining(nearest(file).tests));
  }
});
