import type { Page } from '@playwright/test';
import type { Account } from './accounts.ts';
import { linkByCode } from './link-page.ts';
import { startMachine, type TestMachine } from './machine.ts';
import { test as base } from './member-server.ts';
import { openAs } from './member-steps.ts';

export const test = base.extend<{ machine: TestMachine }>({
  machine: async ({ embedded }, provide) => {
    const machine = await startMachine(embedded);
    await provide(machine);
    await machine.stop();
  },
});

export async function open(page: Page, account: Account, path = '/tanren-link'): Promise<void> {
  await openAs(page, account, path);
}

/** The machine of the test, which is a chest press. */
export async function linkMachine(page: Page, machine: TestMachine): Promise<void> {
  await linkByCode(page, machine, 'チェストプレス');
  await machine.waitFor('linked');
}
