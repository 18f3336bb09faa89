import { basename } from 'node:path';
import { readJson } from './json-file.mjs';

/**
 * @typedef {object} TestResult
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} retried tests that passed only at the second try
 */

/**
 * @param {string} path the report of vitest's json reporter
 * @returns {TestResult} zeros when there is no report
 */
export function readVitestReport(path) {
  /** @typedef {{fullName: string, status: string, failureMessages?: string[]}} Test */
  /** @typedef {{name: string, assertionResults: Test[]}} TestFile */
  /** @typedef {{numPassedTests: number, numFailedTests: number, testResults: TestFile[]}} Report */
  const report = /** @type {Report | null} */ (readJson(path));
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    retried: (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter((test) => test.status === 'passed' && (test.failureMessages ?? []).length > 0)
        .map(({ fullName }) => `${basename(name)}: ${fullName}`),
    ),
  };
}

/**
 * @param {string} path the report of Playwright's json reporter
 * @returns {TestResult} zeros when there is no report
 */
export function readPlaywrightReport(path) {
  /** @typedef {{expected: number, unexpected: number, flaky: number}} Stats */
  const report = /** @type {(Suite & {stats: Stats}) | null} */ (readJson(path));
  const { expected, unexpected, flaky } = report?.stats ?? { expected: 0, unexpected: 0, flaky: 0 };
  return {
    passed: expected + flaky,
    failed: unexpected,
    retried: listSpecs(report ?? {})
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => `${file}: ${title}`),
  };
}

/** @typedef {{file: string, title: string, tests: {status: string}[]}} Spec */
/** @typedef {{specs?: Spec[], suites?: Suite[]}} Suite */

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function listSpecs({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)];
}
