import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStubProject } from './lib/stub-project.mjs';

const TIMEOUT_MS = 60_000;

/** @type {ReturnType<typeof createStubProject>} */
let project;

beforeEach(() => {
  project = createStubProject();
});

afterEach(() => {
  project.killAll();
  rmSync(project.folder, { recursive: true, force: true });
});

/** @param {number} pid */
function isRunning(pid) {
  const stat = `/proc/${pid}/stat`;
  // The process has ended, but its parent has not read the exit code, so its number is still in
  // use.
  const isZombie = existsSync(stat) && /\) Z /.test(readFileSync(stat, 'utf8'));
  try {
    process.kill(pid, 0);
    return !isZombie;
  } catch {
    return false;
  }
}

/** @param {string} script */
async function runToEnd(script) {
  const run = project.run(script);
  const code = await run.ended();
  return { code, output: run.output() };
}

test('installs and builds once, and again only what changed', { timeout: TIMEOUT_MS }, async () => {
  const first = await runToEnd('build.mjs');
  expect(first.output).toMatch(/^✔ Installed packages from the lock file \([\d.]+ s\)$/m);
  expect(first.output).toMatch(/^✔ Built the server \([\d.]+ s\)$/m);

  const second = await runToEnd('build.mjs');
  expect(second.output).toContain('✔ Packages are up to date');
  expect(second.output).toContain('✔ The server is up to date');

  project.write('apps/api/src/a.test.ts', 'a changed test');
  await runToEnd('build.mjs');
  expect(project.readLines('builds.txt')).toHaveLength(1);

  project.write('apps/api/src/a.ts', 'a changed source');
  await runToEnd('build.mjs');
  const ids = project.readLines('builds.txt');
  expect(ids).toEqual([
    expect.stringMatching(/^[\da-f]{12}$/),
    expect.stringMatching(/^[\da-f]{12}$/),
  ]);
  expect(ids[0]).not.toBe(ids[1]);
});

test('installs again what was deleted', { timeout: TIMEOUT_MS }, async () => {
  project.installByHand();
  rmSync(join(project.folder, 'node_modules', 'part'), { recursive: true });
  const { output } = await runToEnd('build.mjs');
  expect(output).toContain('✔ Installed packages');
});

test('accepts packages that were installed by hand', { timeout: TIMEOUT_MS }, async () => {
  await runToEnd('build.mjs');
  rmSync(join(project.folder, 'node_modules', '.tanren-install.json'));
  const { output } = await runToEnd('build.mjs');
  expect(output).toContain('✔ Packages are up to date');
});

test('installs again for another platform', { timeout: TIMEOUT_MS }, async () => {
  project.installByHand();
  project.write('node_modules/.tanren-install.json', '{"machine":"other"}');
  const { output } = await runToEnd('build.mjs');
  expect(output).toContain('✔ Installed packages');
});

test('repeats a build that was killed', { timeout: TIMEOUT_MS }, async () => {
  project.installByHand();
  await runToEnd('build.mjs');
  project.write('apps/api/src/a.ts', 'a changed source');
  project.write('hang', '');
  const killed = project.run('build.mjs');
  while (project.readLines('builds.txt').length < 2) await sleep(20);
  killed.child.kill('SIGKILL');
  await killed.ended();
  // The old build is still complete, so a server can be started from it.
  expect(project.readLines('apps/api/dist/main.js')).not.toEqual([]);

  rmSync(join(project.folder, 'hang'));
  const { code, output } = await runToEnd('build.mjs');
  expect(output).toContain('✔ Built the server');
  expect(code).toBe(0);

  // The killed build does not outlive the tests.
  const builders = project.readLines('pids.txt').map(Number);
  project.killAll();
  await expect.poll(() => builders.filter(isRunning)).toEqual([]);
});

test('a failed build shows its output', { timeout: TIMEOUT_MS }, async () => {
  project.installByHand();
  project.write('break', '');
  const { code, output } = await runToEnd('build.mjs');
  expect(output).toContain('the reason\n✖ The server could not be built');
  expect(code).toBe(1);
});

test('names a lock file that does not match as the reason', { timeout: TIMEOUT_MS }, async () => {
  project.write(
    'package.json',
    '{"name":"stub","version":"1.0.0","dependencies":{"other":"file:other"}}',
  );
  project.write('other/package.json', '{"name":"other","version":"1.0.0"}');
  const { code, output } = await runToEnd('build.mjs');
  expect(output).toContain('✖ Packages could not be installed: package.json and package-lock.json');
  expect(code).toBe(1);
});

test("an operator's command runs the existing build", { timeout: TIMEOUT_MS }, async () => {
  project.installByHand();
  await runToEnd('build.mjs');
  project.write('apps/api/src/a.ts', 'a changed source');
  const command = project.run('run-built.mjs apps/api/dist/main.js');
  await command.saw('ready');
  expect(project.readLines('builds.txt')).toHaveLength(1);
  expect(command.output()).not.toContain('✔');
});

test(
  'one of two simultaneous runs builds, and the other waits for it',
  { timeout: TIMEOUT_MS },
  async () => {
    const both = await Promise.all([runToEnd('build.mjs'), runToEnd('build.mjs')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(project.readLines('builds.txt')).toHaveLength(1);
  },
);

test(
  'the server gets the signal, and its exit code is returned',
  { timeout: TIMEOUT_MS },
  async () => {
    project.installByHand();
    const start = project.run('start.mjs');
    await start.saw('ready');
    start.child.kill('SIGTERM');
    expect(await start.ended()).toBe(7);
  },
);

test('the server ends when npm was killed', { timeout: TIMEOUT_MS }, async () => {
  project.installByHand();
  const npm = project.run('start.mjs', true);
  await npm.saw('ready');
  const server = Number(/ready (\d+)/.exec(npm.output())?.[1]);
  npm.child.kill('SIGKILL');
  await expect.poll(() => isRunning(server), { timeout: 10_000 }).toBe(false);
});
