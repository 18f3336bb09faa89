import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeJson } from './lib/json-file.mjs';
import {
  countPlaywright,
  countVitest,
  describeSlowest,
  listFailedFiles,
  listFailedVitest,
  listRetriedPlaywright,
  listRetriedVitest,
  timePlaywright,
  timeVitest,
} from './lib/test-report.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tanren-report-'));
const path = join(folder, 'report.json');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('vitest: a file that fails before its first test counts as failed', () => {
  writeJson(path, {
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'pending' }] },
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  });
  expect(countVitest(path)).toEqual({ passed: 2, failed: 2 });
});

test('Playwright: a test that passed at the second try counts as passed, and an error before the tests as failed', () => {
  writeJson(path, { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 5 }, errors: [] });
  expect(countPlaywright(path)).toEqual({ passed: 4, failed: 1 });
  writeJson(path, { stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [{}] });
  expect(countPlaywright(path)).toEqual({ passed: 0, failed: 1 });
});

test('lists tests that passed only at the second try', () => {
  const results = [
    { fullName: 'at once', status: 'passed', failureMessages: [] },
    { fullName: 'after all', status: 'passed', failureMessages: ['too slow'] },
    { fullName: 'never', status: 'failed', failureMessages: ['wrong', 'wrong'] },
  ];
  writeJson(path, { testResults: [{ name: '/x/a.test.ts', assertionResults: results }] });
  expect(listRetriedVitest(path)).toEqual(['a.test.ts: after all']);
  const specs = ['expected', 'flaky', 'unexpected'].map((status) => ({
    file: 'b.spec.ts',
    title: status,
    tests: [{ status, results: [] }],
  }));
  writeJson(path, { suites: [{ suites: [{ specs }] }] });
  expect(listRetriedPlaywright(path)).toEqual(['b.spec.ts: flaky']);
});

test('vitest: lists failed tests with their files', () => {
  const results = [
    { fullName: 'right', status: 'passed' },
    { fullName: 'wrong', status: 'failed' },
  ];
  writeJson(path, {
    testResults: [
      { name: '/x/a.test.ts', status: 'failed', assertionResults: results },
      { name: '/x/b.test.ts', status: 'passed', assertionResults: [] },
      { name: '/x/broken.test.ts', status: 'failed', assertionResults: [] },
    ],
  });
  expect(listFailedFiles(path)).toEqual(['/x/a.test.ts', '/x/broken.test.ts']);
  expect(listFailedVitest(path)).toEqual(['a.test.ts: wrong']);
});

test('a missing report is not a passed test', () => {
  expect(countVitest(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0 });
  expect(countPlaywright(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0 });
});

test('lists the ten slowest tests, the slowest first', () => {
  writeJson(path, {
    testResults: [
      {
        name: '/x/a.test.ts',
        assertionResults: Array.from({ length: 12 }, (_, n) => ({
          fullName: `takes ${n}`,
          duration: n * 1000,
        })),
      },
    ],
  });
  const lines = describeSlowest(timeVitest(path));
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('    11.0 s  a.test.ts: takes 11');
  writeJson(path, {
    suites: [
      {
        specs: [],
        suites: [
          {
            specs: [{ file: 'b.spec.ts', title: 'it', tests: [{ results: [{ duration: 1500 }] }] }],
          },
        ],
      },
    ],
  });
  expect(describeSlowest(timePlaywright(path))).toEqual(['     1.5 s  b.spec.ts: it']);
});
