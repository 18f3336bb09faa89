import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeScratchFolder } from '@tanren/simulator/testing/test-gym';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram } from './program-operator.ts';

/** Program that writes its data and its commands into a file, and ends at `finish`. */
const program = `
const { appendFileSync } = require('node:fs');
const env = process.env;
const write = (text) => appendFileSync(env.MACHINE_STORAGE + '/log', text + '\\n');
write([env.MACHINE_URL, env.MACHINE_ID, env.MACHINE_SECRET, env.MACHINE_CLOCK_OFFSET_SECONDS].join(' '));
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  write(line);
  console.log('heard ' + line);
  if (line === 'finish') process.exit(0);
  console.log('ok');
});
`;

test('starts a program with its data, lifts by its input and kills it for a power cut', async () => {
  const storage = await makeScratchFolder();
  const file = path.join(storage, 'machine.cjs');
  await writeFile(file, program);
  const output: string[] = [];
  const operator = runProgram({
    command: `"${process.execPath}" "${file}"`,
    url: 'mqtt://localhost:1',
    machineId: 12,
    secret: 's',
    storage,
    env: process.env,
    onOutput: (line) => output.push(line),
  });
  onTestFinished(() => operator.close());
  await operator.powerOn(0);
  await operator.lift(3, 42.5);
  await operator.cutPower();
  await operator.powerOn(-3600);
  await operator.lift(1, 50);
  await expect(operator.finish()).rejects.toThrow('ended by itself at the command "finish"');
  await expect(operator.lift(1, 50)).rejects.toThrow('ended by itself');
  expect((await readFile(path.join(storage, 'log'), 'utf8')).split('\n')).toEqual([
    'mqtt://localhost:1 12 s 0',
    'lift 3 42.5',
    'mqtt://localhost:1 12 s -3600',
    'lift 1 50',
    'finish',
    '',
  ]);
  expect(output).toEqual(['heard lift 3 42.5', 'heard lift 1 50', 'heard finish']);
});
