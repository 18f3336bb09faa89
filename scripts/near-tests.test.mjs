import { expect, test } from 'vitest';
import { findNearTests } from './lib/near-tests.mjs';
import { listFiles } from './lib/project.mjs';

const always = ['apps/api/test/access-table.test.ts', 'apps/api/test/member-erasure.test.ts'];

test('finds the tests with the stem of a changed file, those in its folder and those that always run', () => {
  const tests = findNearTests(['packages/domain/src/workouts/next-load.ts'], listFiles());
  expect(tests).toContain('packages/domain/src/workouts/next-load.test.ts');
  expect(tests).toContain('packages/domain/src/workouts/loads.test.ts');
  expect(tests).not.toContain('packages/domain/src/menus/menus.test.ts');
  expect(tests).toEqual(expect.arrayContaining(always));
});

test('finds only the tests that always run for a file without tests near it', () => {
  expect(findNearTests(['ops/haproxy/haproxy.cfg'], listFiles())).toEqual(always);
});
