import { expect, test } from 'vitest';
import { readAuditReport } from './lib/audit.mjs';

test('reports vulnerabilities of level high or above, and nothing without an answer of the registry', () => {
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
