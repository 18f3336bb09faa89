import type { Page } from '@playwright/test';
import type { Account } from '#support/identity/accounts.ts';
import type { EmbeddedServer } from '#support/server/embedded-server.ts';
import { callApi, expect, openAs, press, test as base } from '#support/members/members.ts';
import { startMachine, type TestMachine } from '#support/machines/machine.ts';
import { makeMenu as makePublicMenu } from './menus.ts';

export const chest = 1;
export const back = 4;

export const test = base.extend<{ machines: { chest: TestMachine; back: TestMachine } }>({
  machines: async ({ embedded }, provide) => {
    const [chestPress, pulldown] = await Promise.all([
      startMachine(embedded, chest),
      startMachine(embedded, back),
    ]);
    await provide({ chest: chestPress, back: pulldown });
    await Promise.all([chestPress.stop(), pulldown.stop()]);
  },
});

export const item = (workoutTypeId: number, sets: number, loadKg: number | null, reps = 3) => ({
  workoutTypeId,
  sets,
  reps,
  loadKg,
  restSeconds: 90,
});

const upperBody = {
  title: '上半身の日',
  visibility: 'private' as const,
  items: [item(chest, 2, 40), item(back, 1, null)],
};

export const makeMenu = (embedded: EmbeddedServer, account: Account, changes = {}) =>
  makePublicMenu(embedded, account, { ...upperBody, ...changes });

export const currentSet = (page: Page) => page.getByRole('region', { name: '現在のセット' });
export const target = (page: Page) => page.getByRole('region', { name: '今回の目標' });
export const session = (page: Page) =>
  page.getByRole('region', { name: 'トレーニング中のメニュー' });
export const records = (page: Page) => page.getByRole('region', { name: 'これまでの記録' });
export async function start(page: Page, account: Account, id: number): Promise<void> {
  await openAs(page, account, `/training-sessions/${id}`);
  await press(page, 'このメニューを始める');
  await expect(page).toHaveURL('/tanren-link');
}

export async function readRun(embedded: EmbeddedServer, account: Account) {
  return (await callApi(embedded, account, 'GET', '/my/training-session-run')).json['run'];
}
