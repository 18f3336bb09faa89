import type { Page } from '@playwright/test';
import type { Account } from '#support/identity/accounts.ts';
import type { EmbeddedServer } from '#support/server/embedded-server.ts';
import { ensureGyms } from '#support/gyms/gyms.ts';
import { callApi, expect, heading, openAs, press, test as base } from '#support/members/members.ts';
import { pause, runSimulator, type Simulator } from './simulator.ts';
import { createWorker } from '#support/trainers/trainers.ts';

export interface MachineIdentity {
  readonly id: number;
  readonly secret: string;
}

export interface TestMachine extends MachineIdentity, Omit<Simulator, 'clear'> {
  /** Returns the code that its screen shows now. */
  code(): Promise<string>;
  /** Starts a set with quick reps, which remains open. */
  lift(reps: number): Promise<void>;
}

const staffOf = new Map<string, Promise<Account>>();

/** Adds a machine in the first gym through the API of staff. */
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

/** Starts a simulator that the test controls rep by rep. */
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

/** Runs a machine with the given credentials. Its events show whether they were accepted. */
export async function runMachine(
  embedded: EmbeddedServer,
  { id, secret }: MachineIdentity,
  workoutTypeId = 1,
): Promise<TestMachine> {
  const codes: string[] = [];
  const who = ['--machine', String(id), '--secret', secret, '--type', String(workoutTypeId)];
  const { clear, ...simulator } = await runSimulator(embedded, `machine ${id}`, who, (event) => {
    if (event.event === 'code') codes.push(String(event['code']));
  });
  return {
    ...simulator,
    id,
    secret,
    async code() {
      while (codes.length === 0) await pause(20);
      return codes.at(-1) ?? '';
    },
    async lift(reps) {
      simulator.say('start-set');
      for (let rep = 0; rep < reps; rep += 1) {
        simulator.say('rep 300');
        await pause(100);
      }
      clear('rep');
    },
  };
}

/** Parts of the page that links a machine and shows the bout. */
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

/** Links the machine of the test, which is a chest press. */
export async function linkMachine(page: Page, machine: TestMachine): Promise<void> {
  await linkByCode(page, machine, 'チェストプレス');
  await machine.waitFor('linked');
}
