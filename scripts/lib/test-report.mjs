import { basename } from 'node:path';
import { readJson } from './json-file.mjs';

/** @typedef {{passed: number, failed: number}} TestCount */

/**
 * @param {string} path the report of vitest's json reporter
 * @returns {TestCount}
 */
export function countVitest(path) {
  /** @typedef {{status: string, assertionResults: {status: string}[]}} TestFile */
  const report = /** @type {{testResults?: TestFile[]} | null} */ (readJson(path));
  const files = report?.testResults ?? [];
  const results = files.flatMap((file) => file.assertionResults);
  // A file that fails before its first test has no results, but must count as a failure.
  const broken = files.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: results.filter((test) => test.status === 'passed').length,
    failed: results.filter((test) => test.status === 'failed').length + broken.length,
  };
}

/**
 * @param {string} path the report of Playwright's json reporter
 * @returns {TestCount}
 */
export function countPlaywright(path) {
  /** @typedef {{expected: number, unexpected: number, flaky: number}} Stats */
  const report = /** @type {{stats?: Stats, errors?: unknown[]} | null} */ (readJson(path));
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  return {
    passed: expected + flaky,
    failed: unexpected === 0 ? (report?.errors?.length ?? 0) : unexpected,
  };
}

/** @typedef {{status?: string, results: {duration: number}[]}} PlaywrightTest */
/** @typedef {{file: string, title: string, tests: PlaywrightTest[]}} Spec */
/** @typedef {{specs?: Spec[], suites?: Suite[]}} Suite */

/**
 * @param {unknown} report
 * @returns {Spec[]}
 */
function listSpecs(report) {
  const { specs = [], suites = [] } = /** @type {Suite | null} */ (report) ?? {};
  return [...specs, ...suites.flatMap(listSpecs)];
}

/** @typedef {{seconds: number, name: string}} TimedTest */

/**
 * @param {string} path the report of vitest's json reporter
 * @returns {TimedTest[]} every test with its duration in seconds
 */
export function timeVitest(path) {
  /** @typedef {{name: string, assertionResults: {fullName: string, duration?: number}[]}} TestFile */
  const report = /** @type {{testResults?: TestFile[]} | null} */ (readJson(path));
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration = 0 }) => ({
      seconds: duration / 1000,
      name: `${basename(name)}: ${fullName}`,
    })),
  );
}

/**
 * @param {string} path the report of Playwright's json reporter
 * @returns {TimedTest[]} every test with its duration in seconds
 */
export function timePlaywright(path) {
  return listSpecs(readJson(path)).map(({ file, title, tests }) => ({
    seconds: tests
      .flatMap(({ results }) => results)
      .reduce((sum, { duration }) => sum + duration / 1000, 0),
    name: `${file}: ${title}`,
  }));
}

/**
 * @param {string} path the report of vitest's json reporter
 * @returns {string[]} the tests that passed only at the second attempt
 */
export function listRetriedVitest(path) {
  /** @typedef {{fullName: string, status: string, failureMessages?: string[]}} Result */
  /** @typedef {{name: string, assertionResults: Result[]}} TestFile */
  const report = /** @type {{testResults?: TestFile[]} | null} */ (readJson(path));
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'passed' && (test.failureMessages ?? []).length > 0)
      .map(({ fullName }) => `${basename(name)}: ${fullName}`),
  );
}

/**
 * @param {string} path the report of vitest's json reporter
 * @returns {string[]} the paths of the files that failed or contain a failed test
 */
export function listFailedFiles(path) {
  const report = /** @type {{testResults?: {name: string, status: string}[]} | null} */ (
    readJson(path)
  );
  return (report?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => name);
}

/**
 * @param {string} path the report of vitest's json reporter
 * @returns {string[]} the tests that failed
 */
export function listFailedVitest(path) {
  /** @typedef {{name: string, assertionResults: {fullName: string, status: string}[]}} TestFile */
  const report = /** @type {{testResults?: TestFile[]} | null} */ (readJson(path));
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName }) => `${basename(name)}: ${fullName}`),
  );
}

/**
 * @param {string} path the report of Playwright's json reporter
 * @returns {string[]} the tests that passed only at the second attempt
 */
export function listRetriedPlaywright(path) {
  return listSpecs(readJson(path))
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title }) => `${file}: ${title}`);
}

/**
 * @param {readonly TimedTest[]} tests
 * @returns {string[]} a line for each of the ten slowest
 */
export function describeSlowest(tests) {
  return tests
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map(({ seconds, name }) => `  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
}
