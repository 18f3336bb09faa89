import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  makeScratchFolder,
  placeCluster,
  stopServerIn,
} from '#test/support/server/scratch-folder.ts';
import { sql } from '#test/support/database.ts';
import { findPackage, provideBinaries } from './binaries.ts';
import { startEmbeddedPostgres } from './postgres.ts';
import { chooseServerAccount } from './server-account.ts';

const isRoot = process.getuid?.() === 0;

describe.runIf(isRoot)(
  'started as root with a DATA_DIR that the database server cannot enter',
  () => {
    /** Makes a folder below root's home that other accounts cannot enter, like a project of root. */
    async function makeClosedFolder(): Promise<{ folder: string; outsideRoot: string }> {
      const folder = path.join(await makeScratchFolder(homedir()), 'closed');
      await mkdir(folder, { mode: 0o700 });
      const outsideRoot = path.join(await makeScratchFolder(), 'outside');
      onTestFinished(async () => {
        const clusters = path.join(outsideRoot, 'clusters');
        for (const id of await readdir(clusters))
          await stopServerIn(path.join(clusters, id, 'data'));
      });
      return { folder, outsideRoot };
    }

    test('places the database outside, keeps its data and makes none of our files readable', async () => {
      const { folder, outsideRoot } = await makeClosedFolder();
      const dataDir = path.join(folder, 'data-dir');
      const before = await stat(homedir());
      await placeCluster(dataDir, outsideRoot);
      const first = await startEmbeddedPostgres({ dataDir, outsideRoot });
      expect(first.home.startsWith(`${outsideRoot}/clusters/`)).toBe(true);
      await sql(first.ownerUrl, 'create table kept as select 42 as answer');
      await first.stop();
      const second = await startEmbeddedPostgres({ dataDir, outsideRoot });
      expect(await sql(second.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
      await expect(startEmbeddedPostgres({ dataDir, outsideRoot })).rejects.toThrow(
        /another process/,
      );
      await second.stop();
      expect((await stat(homedir())).mode).toBe(before.mode);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect((await stat(path.join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
    });

    test('gives two folders two databases, and a new one after a folder was deleted', async () => {
      const { folder, outsideRoot } = await makeClosedFolder();
      const one = { dataDir: path.join(folder, 'one'), outsideRoot };
      const two = { dataDir: path.join(folder, 'two'), outsideRoot };
      for (const { dataDir } of [one, two]) await placeCluster(dataDir, outsideRoot);
      const first = await startEmbeddedPostgres(one);
      await sql(first.ownerUrl, 'create table mine (id int)');
      const other = await startEmbeddedPostgres(two);
      expect(await sql(other.url, `select to_regclass('mine') as found`)).toEqual([
        { found: null },
      ]);
      await other.stop();
      await first.stop();
      await rm(one.dataDir, { recursive: true });
      const fresh = await startEmbeddedPostgres(one);
      expect(await sql(fresh.url, `select to_regclass('mine') as found`)).toEqual([
        { found: null },
      ]);
      await fresh.stop();
    });

    test('keeps the database of a moved folder, and rejects a copied folder', async () => {
      const { folder, outsideRoot } = await makeClosedFolder();
      const original = path.join(folder, 'original');
      await placeCluster(original, outsideRoot);
      const server = await startEmbeddedPostgres({ dataDir: original, outsideRoot });
      await sql(server.ownerUrl, 'create table kept as select 42 as answer');
      await server.stop();
      const moved = path.join(folder, 'moved');
      await rename(original, moved);
      const again = await startEmbeddedPostgres({ dataDir: moved, outsideRoot });
      expect(await sql(again.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
      await again.stop();
      const copy = path.join(folder, 'copy');
      await cp(moved, copy, { recursive: true });
      await expect(startEmbeddedPostgres({ dataDir: copy, outsideRoot })).rejects.toThrow(
        /^[^\n]+copy is a copy of [^\n]+moved and shares its database [^\n]+$/,
      );
      await rm(moved, { recursive: true });
      const adopted = await startEmbeddedPostgres({ dataDir: copy, outsideRoot });
      expect(await sql(adopted.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
      await adopted.stop();
    });

    test('copies binaries that the server cannot reach, including links', async () => {
      const { folder, outsideRoot } = await makeClosedFolder();
      await mkdir(path.join(outsideRoot, 'clusters'), { recursive: true });
      const account = await chooseServerAccount(null);
      const packageRoot = await copyPackageWithoutLinks(folder);
      const binaries = await provideBinaries(account, outsideRoot, packageRoot);
      expect(binaries.postgres.startsWith(outsideRoot)).toBe(true);
      const run = spawnSync(binaries.initdb, ['--version'], { ...account, cwd: '/', env: {} });
      expect(run.stdout.toString()).toMatch(/^initdb \(PostgreSQL\) 18/);
      expect(await provideBinaries(account, outsideRoot, packageRoot)).toEqual(binaries);
      expect(await readdir(outsideRoot)).toHaveLength(2);
    });
  },
);

test('makes links that npm was not allowed to make', async () => {
  const folder = await makeScratchFolder();
  const packageRoot = await copyPackageWithoutLinks(folder);
  const binaries = await provideBinaries(await chooseServerAccount(null), folder, packageRoot);
  expect(binaries.initdb.startsWith(packageRoot)).toBe(true);
  expect(spawnSync(binaries.initdb, ['--version'], { env: {} }).status).toBe(0);
});

/** Leaves out most of the thousand files. Only the two that the program looks for are kept. */
const leftOut =
  /\/include$|\.a$|\/share\/postgresql\/(?!postgres\.bki$)|\/lib\/postgresql\/(?!plpgsql)/;

async function copyPackageWithoutLinks(folder: string): Promise<string> {
  const packageRoot = path.join(folder, 'package');
  await cp(findPackage(), packageRoot, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !leftOut.test(file),
  });
  const list = await readFile(path.join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { target } of JSON.parse(list) as { target: string }[]) {
    await rm(path.join(packageRoot, target));
  }
  return packageRoot;
}
