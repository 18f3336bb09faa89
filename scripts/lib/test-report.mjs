import { readJson } from './json-file.mjs';

/** @typedef {{passed: number, failed: number}} TestCount */

/**
 * @param {string} path what vitest's json reporter wrote
 * @returns {TestCount}
 */
export function countVitest(path) {
  /** @typedef {{status: string, assertionResults: {status: string}[]}} TestFile */
  const report = /** @type {{testResults?: TestFile[]} | null} */ (readJson(path));
  const files = report?.testResults ?? [];
  const results = files.flatMap((file) => file.assertionResults);
  // A file that fails before its first test has no results, and still must not count as nothing.
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
 * @param {string} path what Playwright's json reporter wrote
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
