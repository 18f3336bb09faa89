import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from './lib/project.mjs';
import { findRelatedTests } from './lib/related-tests.mjs';

const tracked = execFileSync('git', ['ls-files'], { cwd: inProject(), encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(inProject(file)));

/** @param {string} changed */
const related = (changed) => findRelatedTests([changed], tracked);

test('a rule is related to its own test and to those of the modules and screens that ask it', () => {
  const tests = related('packages/domain/src/booking/reservations.ts');
  expect(tests).toContain('apps/api/src/modules/booking/training-reservations.routes.test.ts');
  expect(tests).toContain('apps/web/test/booking/slots.test.tsx');
});

test('a file of a feature is related to the tests of its noun on every floor', () => {
  const tests = related('apps/web/src/features/booking/reservations/reservation-words.ts');
  expect(tests).toContain('apps/web/src/features/booking/reservations/reservations.test.ts');
  expect(tests).toContain('apps/web/test/booking/slots.test.tsx');
  expect(tests.some((file) => file.startsWith('apps/web/test/workouts/'))).toBe(false);
});

test('what the whole product is put together from relates nothing to everything', () => {
  const tests = related('apps/api/src/modules/members/announcements.routes.ts');
  expect(tests).toContain('apps/api/src/modules/members/announcements.routes.test.ts');
  expect(tests.length).toBeLessThan(30);
});

test('a changed test is related to itself', () => {
  expect(related('scripts/lock-file.test.mjs')).toEqual(['scripts/lock-file.test.mjs']);
});
