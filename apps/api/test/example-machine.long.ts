import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { projectRoot } from '#config/paths.ts';
import { findFreePort } from '#embedded/free-port.ts';

// Debian installs paho-mqtt for its own Python only.
const python = process.env['PYTHON_PATH'] || '/usr/bin/python3';
const check = path.join(path.dirname(inject('programs').machine.main), 'machine-check.js');
const example = 'docs/machines/examples/machine.py';

/** Runs the machine check with the example. Returns its report, also if a rule is broken. */
async function checkExample(): Promise<string> {
  const url = `mqtt://127.0.0.1:${await findFreePort()}`;
  const secret = randomBytes(32).toString('base64url');
  const machine = ['--id', '12', `--secret=${secret}`, '--run', `"${python}" ${example}`];
  const command = [check, '--url', url, ...machine];
  return await new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: projectRoot }, (_error, stdout, stderr) => {
      resolve(`${stdout}${stderr}`);
    });
  });
}

test('the example in Python keeps every rule of the machine check', async () => {
  const report = await checkExample();
  expect(report).toMatch(/^The machine keeps all \d+ rules that were judged\.$/m);
  expect(report).not.toContain('not judged');
}, 300_000);
