import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { onTestFinished, vi } from 'vitest';
import type { MachineEvent } from '@tanren/simulator/machine-event';

const root = path.resolve(import.meta.dirname, '..', '..');

interface MachineBundle {
  readonly main: string;
  readonly remove: () => Promise<void>;
}

/** Builds `main.ts` as it ships, but not into `dist`, so that tests never change a build in use. */
export async function buildMachineBundle(): Promise<MachineBundle> {
  await mkdir(path.join(root, '.cache'), { recursive: true });
  const outDir = await mkdtemp(path.join(root, '.cache', 'test-machine-'));
  await build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir },
  });
  return {
    main: path.join(outDir, 'main.js'),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}

interface MachineProcess {
  readonly child: ChildProcess;
  readonly events: (MachineEvent & { machineId: number })[];
  readonly output: () => string;
  readonly say: (line: string) => void;
  readonly saw: (name: MachineEvent['event']) => Promise<MachineEvent>;
  readonly exited: Promise<number | null>;
}

export function runMachineProcess(
  main: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): MachineProcess {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const events: MachineProcess['events'] = [];
  let output = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    output += `${line}\n`;
    if (line.startsWith('{')) events.push(JSON.parse(line) as MachineProcess['events'][number]);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  // A killed process no longer reads its input.
  child.stdin.on('error', () => undefined);
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    child,
    events,
    output: () => output,
    say: (line) => void child.stdin.write(`${line}\n`),
    saw: (name) =>
      vi.waitUntil(() => events.find(({ event }) => event === name), {
        timeout: 30_000,
        interval: 5,
      }),
    exited: once(child, 'close').then(() => child.exitCode),
  };
}
