import type { Page } from '@playwright/test';
import { expect, heading, press } from './identity-steps.ts';
import type { TestMachine } from './machine.ts';

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
