import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readArguments, usage, UsageError } from './command-line/arguments.ts';
import { createControls, type Ending, readInput } from './command-line/controls.ts';
import { runDoor } from './command-line/run-door.ts';
import { runMachines } from './command-line/run-machines.ts';
import { chooseMachines, readSettings } from './command-line/settings.ts';
import { createRepSensor } from '@tanren/simulator/lifting/rep-timing';
import { chooseDisplay } from './screen/terminal.ts';

/**
 * Time within which signals count as one Ctrl-C: the terminal signals every process of its group,
 * and npm forwards its own signal.
 */
const sameSignalMs = 400;

/** Listens for signals that end the program. A second one ends it immediately. */
function handleSignals(): Ending {
  const asked = new AbortController();
  let requestedAt: number | null = null;
  const requestEnd = () => {
    if (requestedAt !== null && performance.now() - requestedAt > sameSignalMs) process.exit(130);
    requestedAt ??= performance.now();
    asked.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, requestEnd);
  return { signal: asked.signal, requestEnd };
}

async function main(): Promise<void> {
  const args = readArguments(process.argv.slice(2));
  if (args.help) return void process.stdout.write(usage);
  const now = () => new Date();
  const settings = readSettings(args, process.env, findProjectRoot(import.meta.dirname));
  const ending = handleSignals();
  if (args.doorGymId !== null) return await runDoor(args, args.doorGymId, settings, ending);
  const identities = chooseMachines(args, settings.credentialsFile);
  const display = chooseDisplay({
    args,
    brokerUrl: settings.brokerUrl,
    machineCount: identities.length,
    output: process.stdout,
    now,
  });
  const running = runMachines({ identities, args, settings, display, now, random: Math.random });

  const [machine] = running.machines;
  const stopListening =
    machine === undefined || args.auto
      ? readInput(process.stdin, { pressKey: quitByKey, obey: () => false })
      : readInput(process.stdin, createControls(machine, createRepSensor(now), ending.requestEnd));
  function quitByKey(key: string): void {
    if (key === 'q' || key === '\u0003') ending.requestEnd();
  }

  await Promise.race([running.done, once(ending.signal, 'abort')]);
  await running.stop();
  stopListening();
}

/** Finds the project's root. The same code runs from `src/` and from a bundle in another folder. */
function findProjectRoot(start: string): string {
  let folder = start;
  while (!existsSync(path.join(folder, 'package-lock.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) return process.cwd();
    folder = parent;
  }
  return folder;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
