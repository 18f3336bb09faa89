import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { onTestFinished } from 'vitest';
import { type CommandLine, type CommandProcess, runCommand } from '#commands/command-line.ts';
import { findClusterLocation } from '#embedded/postgres/cluster-location.ts';
import { connectionUrl } from '#embedded/postgres/postgres.ts';
import { readPostmaster } from '#embedded/postgres/postmaster.ts';

export interface RunningServer {
  readonly child: ChildProcess;
  /** Returns everything it printed on both streams. */
  output(): string;
  /** Resolves with its address when it is ready. Rejects if it ends before. */
  readonly ready: Promise<string>;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** A test without its own DATA_DIR would write into the project's. */
type ServerSettings = Readonly<Record<string, string> & { DATA_DIR: string }>;

/** Runs the server as its own process with these settings and no others. */
export function runServer(main: string, settings: ServerSettings): RunningServer {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      MQTT_PORT: '0',
      LOG_LEVEL: 'warn',
      SEED: 'none',
      DRAIN_SECONDS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = once(child, 'close').then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
  }));
  const ready = new Promise<string>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /ready[^]*?(http:\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    void exited.then(() => reject(new Error(`it ended before it was ready: ${output}`)));
  });
  ready.catch(() => undefined);
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, output: () => output, ready, exited };
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a bundled command as its own process, with these settings and no others. */
export async function runProgram(
  file: string,
  line: string,
  settings: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const env = { PATH: process.env['PATH'], ...settings };
  const words = line.split(' ').filter((word) => word !== '');
  return await new Promise((resolve) => {
    execFile(process.execPath, [file, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

/**
 * Runs a command without its own process: starting Node and reading the bundle takes longer than
 * most commands. One test of each kind should run it as a program. Commands that give up root
 * cannot be called this way, because the test must stay root.
 */
export async function callCommand(
  command: (self: CommandProcess) => Promise<void>,
  line: string,
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const self: CommandProcess = {
    argv: ['node', 'command', ...line.split(' ').filter((word) => word !== '')],
    env,
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text) },
  };
  await command(self);
  return { code: Number(self.exitCode ?? 0), ...written };
}

/** Runs a command on a DATABASE_URL without its own process. */
export async function runWithin<C>(
  command: CommandLine<C>,
  line: string,
  env: Readonly<Record<string, string>> & { readonly DATABASE_URL: string },
): Promise<Outcome> {
  return await callCommand(async (self) => await runCommand(self, command), line, env);
}

/** Returns the address of the server that a program runs, or ran, on this DATA_DIR. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const { control, data } = await findClusterLocation(dataDir);
  const password = await readFile(path.join(control, 'password'), 'utf8');
  const postmaster = await readPostmaster(data);
  return connectionUrl('postgres', password, postmaster?.port ?? 0, 'tanren');
}
