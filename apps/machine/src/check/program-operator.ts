import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { UsageError } from '#command-line/arguments.ts';
import type { Operator } from './operator.ts';

interface ProgramOptions {
  /** Command line, run by the shell. */
  readonly command: string;
  readonly url: string;
  readonly machineId: number;
  readonly secret: string;
  /** Folder that survives a power cut. */
  readonly storage: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with each line that the program prints, except the answers to commands. */
  readonly onOutput: (line: string) => void;
}

/**
 * Runs the machine as a program: starts it with its data in the environment, kills it for a power
 * cut, and writes commands to its standard input. docs/machines/machine-check.md describes it.
 */
export function runProgram(options: ProgramOptions): Operator {
  let child: ChildProcess | null = null;
  let answered = () => {};
  let ended = () => {};

  const cutPower = async () => {
    const running = child;
    child = null;
    if (running?.pid === undefined || hasEnded(running)) return;
    const closed = once(running, 'close');
    // The shell and the program that it runs are one group of processes.
    process.kill(-running.pid, 'SIGKILL');
    await closed;
  };
  const obey = async (line: string) => {
    const error = new UsageError(`The program ended by itself at the command "${line}".`);
    if (child === null || hasEnded(child)) throw error;
    const { stdin } = child;
    await new Promise<void>((resolve, reject) => {
      answered = resolve;
      ended = () => reject(error);
      stdin?.write(`${line}\n`);
    });
  };

  return {
    powerOn: async (clockOffsetSeconds) => {
      const started = spawn(options.command, {
        shell: true,
        detached: true,
        stdio: ['pipe', 'pipe', 'inherit'],
        env: {
          ...options.env,
          MACHINE_URL: options.url,
          MACHINE_ID: String(options.machineId),
          MACHINE_SECRET: options.secret,
          MACHINE_STORAGE: options.storage,
          MACHINE_CLOCK_OFFSET_SECONDS: String(clockOffsetSeconds),
        },
      });
      child = started;
      started.once('close', () => {
        if (started === child) ended();
      });
      // A killed program no longer reads its input.
      started.stdin.on('error', () => undefined);
      createInterface({ input: started.stdout }).on('line', (line) => {
        if (line === 'ok') answered();
        else options.onOutput(line);
      });
      await once(started, 'spawn');
    },
    cutPower,
    lift: (reps, loadKg) => obey(`lift ${reps} ${loadKg}`),
    finish: () => obey('finish'),
    close: cutPower,
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
