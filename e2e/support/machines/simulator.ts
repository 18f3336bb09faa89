import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { EmbeddedServer } from '#support/server/embedded-server.ts';

export const projectRoot = path.join(import.meta.dirname, '..', '..', '..');

export interface SimulatorEvent {
  readonly event: string;
  readonly [name: string]: unknown;
}

export interface Simulator {
  /** Returns the next event of this name, or an earlier one that was not awaited yet. */
  readonly waitFor: (event: string) => Promise<SimulatorEvent>;
  /** Discards events of this name that were not awaited. */
  readonly clear: (event: string) => void;
  readonly say: (command: string) => void;
  /** Kills the simulator, like a machine that loses power. */
  readonly cut: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Maximum wait for an event. Simulators are separate processes on computers that are often busy.
 */
const longestWait = 60_000;

/**
 * Runs the program of `npm run machine`, controlled by lines of text. `name` appears in failures.
 */
export async function runSimulator(
  embedded: EmbeddedServer,
  name: string,
  who: readonly string[],
  onEvent: (event: SimulatorEvent) => void = () => {},
): Promise<Simulator> {
  const journal = await mkdtemp(path.join(tmpdir(), 'tanren-e2e-machine-'));
  const program = path.join(projectRoot, 'apps/machine/dist/main.js');
  const where = ['--url', embedded.brokerUrl, '--web', embedded.url, '--journal', journal];
  const simulator = spawn(process.execPath, [program, '--json', ...who, ...where], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let consoleErrors = '';
  simulator.stderr.on('data', (text: Buffer) => {
    consoleErrors += text.toString();
  });
  let unseen: SimulatorEvent[] = [];
  createInterface({ input: simulator.stdout }).on('line', (line) => {
    const event = JSON.parse(line) as SimulatorEvent;
    onEvent(event);
    unseen.push(event);
  });

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (simulator.exitCode !== null || simulator.signalCode !== null) return;
    const ended = new Promise((resolve) => simulator.once('exit', resolve));
    simulator.kill(signal);
    await ended;
  }

  return {
    async waitFor(wanted) {
      const deadline = Date.now() + longestWait;
      while (Date.now() < deadline) {
        const found = unseen.findIndex(({ event }) => event === wanted);
        if (found !== -1) {
          const [event] = unseen.splice(found, 1);
          if (event) return event;
        }
        if (simulator.exitCode !== null) break;
        await pause(20);
      }
      throw new Error(`${name}: no ${wanted} among ${JSON.stringify(unseen)} ${consoleErrors}`);
    },
    clear(wanted) {
      unseen = unseen.filter(({ event }) => event !== wanted);
    },
    say: (command) => void simulator.stdin.write(`${command}\n`),
    cut: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      await rm(journal, { recursive: true, force: true });
    },
  };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
