import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { makeMemoryFolder } from './lib/memory-folder.mjs';

function makeParent() {
  const parent = mkdtempSync(join(tmpdir(), 'tanren-memory-'));
  onTestFinished(() => {
    rmSync(parent, { recursive: true, force: true });
  });
  return parent;
}

test('a run gets its own folder, and the folder of a killed run is removed', () => {
  const parent = makeParent();
  const ofAnother = join(parent, `tanren-tests-${process.ppid}-abc`);
  // No process has this number, because Linux ends at 4 million.
  const abandoned = join(parent, 'tanren-tests-99999999-abc');
  const foreign = join(parent, 'PostgreSQL.123');
  for (const folder of [ofAnother, abandoned, foreign]) mkdirSync(folder);
  const made = makeMemoryFolder(parent, 1);
  expect(basename(String(made))).toMatch(`tanren-tests-${process.pid}-`);
  expect([made, ofAnother, abandoned, foreign].map((path) => existsSync(String(path)))).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

test.each([
  ['there is no memory folder', '/no/such/place', 1],
  ['it is too small', tmpdir(), 2 ** 60],
])('temporary files stay on the disk where %s', (_, parent, needed) => {
  expect(makeMemoryFolder(parent, needed)).toBeNull();
});
