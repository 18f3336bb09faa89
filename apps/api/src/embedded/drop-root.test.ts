import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { describe, expect, inject, test } from 'vitest';
import { type RunningServer, runProgram, runServer } from '#test/support/server/running-server.ts';
import { makePreparedDataDir, makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { createTestDatabase } from '#test/support/database.ts';

const { main } = inject('programs').server;
const [database, another] = [await createTestDatabase(), await createTestDatabase()];

/** Reads the rights of a process from the kernel: its user ids, groups and capabilities. */
async function readRights({ child }: RunningServer) {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  const read = (name: string) => new RegExp(`^${name}:\\s+(.*?)\\s*$`, 'm').exec(status)?.[1];
  return { users: read('Uid')?.split('\t'), groups: read('Groups'), powers: read('CapEff') };
}

async function listOwners(folder: string): Promise<Set<number>> {
  const names = await readdir(folder, { recursive: true });
  const found = await Promise.all(['.', ...names].map((name) => stat(path.join(folder, name))));
  return new Set(found.map(({ uid }) => uid));
}

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('started as root', () => {
  test('runs as the account of the database, which owns DATA_DIR', async () => {
    // An earlier version left the folder to root, except for the data.
    const dataDir = await makePreparedDataDir();
    const { uid, gid } = await stat(path.join(dataDir, 'postgres', 'data'));
    expect((await stat(dataDir)).uid).toBe(0);
    expect(uid).not.toBe(0);

    const server = runServer(main, { DATA_DIR: dataDir });
    await server.ready;
    expect(await readRights(server)).toEqual({
      users: Array.from({ length: 4 }, () => String(uid)),
      groups: String(gid),
      powers: '0000000000000000',
    });
    expect(server.output()).not.toContain('runs as root');
    expect(await listOwners(dataDir)).toEqual(new Set([uid]));

    // Commands that root runs beside the server leave no file that the server cannot read.
    const command = path.join(path.dirname(main), 'rotate-signing-key.js');
    const rotated = await runProgram(command, '', { DATA_DIR: dataDir });
    expect(rotated.code).toBe(0);
    server.child.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(await listOwners(dataDir)).toEqual(new Set([uid]));
  });

  test('stays root with a log line when no other account can read the program, and otherwise drops root also without an embedded database', async () => {
    const closed = path.join(await makeScratchFolder(homedir()), 'closed');
    await mkdir(closed, { mode: 0o700 });
    const dataDir = path.join(closed, 'data-dir');
    const keys = { USER_POOL_KEYS: testKeys };
    const server = runServer(main, { ...keys, DATABASE_URL: database.url, DATA_DIR: dataDir });
    await server.ready;
    await expect
      .poll(() => server.output())
      .toMatch(/WARNING The program runs as root, because user \d+/);
    expect((await stat(closed)).uid).toBe(0);
    expect((await readRights(server)).users).toContain('0');

    const open = path.join(await makeScratchFolder(), 'data-dir');
    const other = runServer(main, { ...keys, DATABASE_URL: another.url, DATA_DIR: open });
    await other.ready;
    const { uid } = await stat(open);
    expect(uid).not.toBe(0);
    expect((await readRights(other)).users).toEqual(Array.from({ length: 4 }, () => String(uid)));
    expect(await listOwners(open)).toEqual(new Set([uid]));
  });
});
