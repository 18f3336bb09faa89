import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseStoredKeys } from '@tanren/user-pool/crypto/user-pool-keys';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { expect, inject, test } from 'vitest';
import { callCommand, runProgram } from '#test/support/server/running-server.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { runRotateSigningKey } from './rotate-signing-key-command.ts';

const command = path.join(path.dirname(inject('programs').server.main), 'rotate-signing-key.js');
const run = async (settings: Record<string, string>) => await runProgram(command, '', settings);

test('explains in one line how to rotate keys that are in USER_POOL_KEYS, and the explained way works', async () => {
  const folder = path.join(await makeScratchFolder(), 'data-dir');
  const rejected = await callCommand(runRotateSigningKey, '', {
    DATA_DIR: folder,
    USER_POOL_KEYS: testKeys,
  });
  expect(rejected).toMatchObject({ code: 1, stdout: '' });
  expect(rejected.stderr).toMatch(
    /^tanren: the keys are in USER_POOL_KEYS, [^\n]*user-pool-keys\.json of an empty folder[^\n]*\n$/,
  );

  const scratch = await makeScratchFolder();
  const file = path.join(scratch, 'user-pool-keys.json');
  await writeFile(file, testKeys);
  const rotated = await run({ DATA_DIR: scratch });
  expect(rotated).toMatchObject({ code: 0, stderr: '' });
  const [before, after] = [
    parseStoredKeys(testKeys),
    parseStoredKeys(await readFile(file, 'utf8')),
  ];
  expect(after.root).toBe(before.root);
  expect(after.signing.slice(1)).toEqual(before.signing);
});

test('names a missing or broken key file and changes nothing', async () => {
  const dataDir = await makeScratchFolder();
  const file = path.join(dataDir, 'user-pool-keys.json');
  expect(await run({ DATA_DIR: dataDir })).toEqual({
    code: 1,
    stdout: '',
    stderr: `tanren: there is no ${file} yet: the first start of the program makes it\n`,
  });
  await writeFile(file, '{"half');
  const broken = await run({ DATA_DIR: dataDir });
  expect(broken.stderr).toBe(
    `tanren: ${file} cannot be used and stays as it is (The user pool keys are not JSON)\n`,
  );
  expect(await readFile(file, 'utf8')).toBe('{"half');
});
