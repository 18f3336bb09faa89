import type { Page } from '@playwright/test';
import type { Account } from './accounts.ts';
import { startMachine, type TestMachine } from './machine.ts';
import { expect, heading, openAs, press, test as base } from './members.ts';

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

export async function open(page: Page, account: Account, path = '/tanren-link'): Promise<void> {
  await openAs(page, account, path);
}

/** The machine of the test, which is a chest press. */
export async function linkMachine(page: Page, machine: TestMachine): Promise<void> {
  await linkByCode(page, machine, 'チェストプレス');
  await machine.waitFor('linked');
}
