import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from '@playwright/test';
import type { Account } from './accounts.ts';
import type { EmbeddedServer } from './embedded-server.ts';
import { ensureGyms } from './gyms.ts';
import { callApi, expect, heading, openAs, press, test as base } from './members.ts';
import { createWorker } from './trainers.ts';

const projectRoot = path.join(import.meta.dirname, '..', '..');

export interface MachineEvent {
  readonly event: string;
  readonly [name: string]: unknown;
}

export interface MachineIdentity {
  readonly id: number;
  readonly secret: string;
}

export interface TestMachine extends MachineIdentity {
  /** What its screen shows now. */
  code(): Promise<string>;
  /** The next event of this name, or one that has come and was not waited for yet. */
  waitFor(event: string): Promise<MachineEvent>;
  say(command: string): void;
  /** A set of quick reps; it stays under way. */
  lift(reps: number): Promise<void>;
  /** As if somebody had pulled the plug. */
  cut(): Promise<void>;
  stop(): Promise<void>;
}

/** Machines are programs of their own, on computers that do other things meanwhile. */
const longestWait = 60_000;

const staffOf = new Map<string, Promise<Account>>();

/** As a member of staff would, for a machine in the first gym. */
async function addMachine(
  embedded: EmbeddedServer,
  workoutTypeId: number,
): Promise<MachineIdentity> {
  await ensureGyms(embedded);
  const staff = staffOf.get(embedded.url) ?? createWorker(embedded, 'staff', 'マシン担当');
  staffOf.set(embedded.url, staff);
  const { json } = await callApi(embedded, await staff, 'POST', '/staff/machines', {
    gymId: 1,
    workoutTypeId,
  });
  return { id: (json['machine'] as { id: number }).id, secret: String(json['secret']) };
}

/** The simulator, told rep by rep what to do. */
export async function startMachine(
  embedded: EmbeddedServer,
  workoutTypeId = 1,
): Promise<TestMachine> {
  const machine = await runMachine(
    embedded,
    await addMachine(embedded, workoutTypeId),
    workoutTypeId,
  );
  await machine.waitFor('connected');
  return machine;
}

/** With what it was given to sign in by; whether that is taken, its events tell. */
export async function runMachine(
  embedded: EmbeddedServer,
  { id, secret }: MachineIdentity,
  workoutTypeId = 1,
): Promise<TestMachine> {
  const journal = await mkdtemp(path.join(tmpdir(), 'tanren-e2e-machine-'));
  const program = path.join(projectRoot, 'apps/machine/dist/main.js');
  const who = ['--machine', String(id), '--secret', secret, '--type', String(workoutTypeId)];
  const where = ['--url', embedded.brokerUrl, '--web', embedded.url, '--journal', journal];
  const simulator = spawn(process.execPath, [program, '--json', ...who, ...where], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let consoleErrors = '';
  simulator.stderr.on('data', (text: Buffer) => {
    consoleErrors += text.toString();
  });
  const codes: string[] = [];
  let unseen: MachineEvent[] = [];
  createInterface({ input: simulator.stdout }).on('line', (line) => {
    const event = JSON.parse(line) as MachineEvent;
    if (event.event === 'code') codes.push(String(event['code']));
    unseen.push(event);
  });

  async function waitFor(name: string): Promise<MachineEvent> {
    const deadline = Date.now() + longestWait;
    while (Date.now() < deadline) {
      const found = unseen.findIndex(({ event }) => event === name);
      if (found !== -1) {
        const [event] = unseen.splice(found, 1);
        if (event) return event;
      }
      if (simulator.exitCode !== null) break;
      await pause(20);
    }
    throw new Error(`machine ${id}: no ${name} among ${JSON.stringify(unseen)} ${consoleErrors}`);
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (simulator.exitCode !== null || simulator.signalCode !== null) return;
    const ended = new Promise((resolve) => simulator.once('exit', resolve));
    simulator.kill(signal);
    await ended;
  }

  const say = (command: string) => simulator.stdin.write(`${command}\n`);
  return {
    id,
    secret,
    waitFor,
    say,
    async code() {
      while (codes.length === 0) await pause(20);
      return codes.at(-1) ?? '';
    },
    async lift(reps) {
      say('start-set');
      for (let rep = 0; rep < reps; rep += 1) {
        say('rep 300');
        await pause(100);
      }
      unseen = unseen.filter(({ event }) => event !== 'rep');
    },
    cut: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      await rm(journal, { recursive: true, force: true });
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The page that links a machine, and what it shows of the bout. */
export const field = (page: Page) => page.getByRole('textbox', { name: '接続コード' });
export const counter = (page: Page) => page.getByRole('status', { name: '回数' });
export const channel = (page: Page) => page.getByRole('main').getByRole('status').first();

export async function linkByCode(page: Page, machine: TestMachine, name: string): Promise<void> {
  await field(page).fill(await machine.code());
  await press(page, '接続する');
  await expect(heading(page, name)).toBeVisible();
  await expect(channel(page)).toHaveText('接続中');
}

export const test = base.extend<{ machine: TestMachine }>({
  machine: async ({ embedded }, provide) => {
    const machine = await startMachine(embedded);
    await provide(machine);
    await machine.stop();
  },
});

export async function open(page: Page, account: Account, address = '/tanren-link'): Promise<void> {
  await openAs(page, account, address);
}

/** The machine of the test, which is a chest press. */
export async function linkMachine(page: Page, machine: TestMachine): Promise<void> {
  await linkByCode(page, machine, 'チェストプレス');
  await machine.waitFor('linked');
}
