import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeJson } from './lib/json-file.mjs';
import { readPlaywrightReport, readVitestReport } from './lib/test-report.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tanren-report-'));
const path = join(folder, 'report.json');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('lists the tests of vitest that passed only at the second try', () => {
  const assertionResults = [
    { fullName: 'at once', status: 'passed', failureMessages: [] },
    { fullName: 'at the second try', status: 'passed', failureMessages: ['too slow'] },
    { fullName: 'never', status: 'failed', failureMessages: ['wrong', 'wrong'] },
  ];
  const testResults = [{ name: '/x/a.test.ts', assertionResults }];
  writeJson(path, { numPassedTests: 2, numFailedTests: 1, testResults });
  const retried = ['a.test.ts: at the second try'];
  expect(readVitestReport(path)).toEqual({ passed: 2, failed: 1, retried });
});

test('lists the journeys that passed only at the second try, and counts them as passed', () => {
  const specs = ['expected', 'flaky', 'unexpected'].map((status) => ({
    file: 'b.spec.ts',
    title: status,
    tests: [{ status }],
  }));
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 5 };
  writeJson(path, { stats, suites: [{ suites: [{ specs }] }] });
  const retried = ['b.spec.ts: flaky'];
  expect(readPlaywrightReport(path)).toEqual({ passed: 4, failed: 1, retried });
});

test('counts nothing when there is no report', () => {
  const nothing = { passed: 0, failed: 0, retried: [] };
  expect(readVitestReport(join(folder, 'none.json'))).toEqual(nothing);
  expect(readPlaywrightReport(join(folder, 'none.json'))).toEqual(nothing);
});
