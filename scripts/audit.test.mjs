import { expect, test } from 'vitest';
import { findUnknownLicences, isAllowedLicence, readAuditReport } from './lib/audit.mjs';

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND MIT', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['(MIT OR (GPL-2.0 AND MIT))', false],
  ['UNLICENSED', false],
  ['', false],
  [undefined, false],
  [{ type: 'MIT' }, false],
])('the licence %j may ship: %s', (licence, allowed) => {
  expect(isAllowedLicence(licence)).toBe(allowed);
});

test('checks the licence of everything that ships and is installed', () => {
  const packages = {
    '': {},
    'apps/api': {},
    'node_modules/@tanren/api': { link: true },
    'node_modules/good': {},
    'node_modules/tool': { dev: true },
    'node_modules/for-another-machine': {},
    'node_modules/good/node_modules/strange': {},
    'node_modules/silent': {},
  };
  /** @type {Record<string, Record<string, unknown>>} */
  const manifests = {
    'node_modules/good': { license: 'MIT' },
    'node_modules/tool': { license: 'GPL-3.0-only' },
    'node_modules/good/node_modules/strange': { license: 'SSPL-1.0' },
    'node_modules/silent': {},
  };
  expect(findUnknownLicences(packages, (path) => manifests[path] ?? null)).toEqual([
    'strange: "SSPL-1.0"',
    'silent: "none"',
  ]);
});

test('reports only an answer of the registry', () => {
  const vulnerabilities = {
    a: { name: 'a', severity: 'moderate' },
    b: { name: 'b', severity: 'high' },
    c: { name: 'c', severity: 'critical' },
  };
  const found = `npm warn something\n${JSON.stringify({ auditReportVersion: 2, vulnerabilities })}\n`;
  expect(readAuditReport(found)).toEqual(['b: high', 'c: critical']);
  expect(readAuditReport(JSON.stringify({ vulnerabilities: {} }))).toEqual([]);
  const rejected = { message: 'request failed', error: { summary: '', detail: '' } };
  expect(readAuditReport(`npm warn audit 405\n${JSON.stringify(rejected, null, 2)}\n`)).toBeNull();
  expect(readAuditReport('npm error code ENOTFOUND')).toBeNull();
  expect(readAuditReport('')).toBeNull();
});
