import type { Page } from '@playwright/test';
import type { Account } from '#support/identity/accounts.ts';
import type { EmbeddedServer } from '#support/server/embedded-server.ts';
import { open, test, type TestMachine } from '#support/machines/machine.ts';
import {
  alert,
  callApi,
  createReadyMember,
  expect,
  expectClean,
  expectQuietConsole,
  heading,
  ignoreConsoleErrors,
  openAs,
  press,
  toast,
} from '#support/members/members.ts';
import { filmQrCode, launchWithCamera } from '#support/browser/qr-codes.ts';
import { nameMember, ownRow } from '#support/workouts/rankings.ts';
import { createWorker } from '#support/trainers/trainers.ts';
import { newWord } from '#support/menus/menus.ts';

test.use({ viewport: { width: 390, height: 844 } });
expectQuietConsole(test);

/** Lifts one set of 40 kg and waits until the server has stored it. */
async function liftOnce(machine: TestMachine): Promise<void> {
  machine.say('load 40');
  await machine.lift(5);
  machine.say('end-set');
  await machine.waitFor('set-ended');
  machine.say('finish');
  await machine.waitFor('acked');
}

test("a workout without a link is claimed by a phone's camera, and rejected for any other member", async ({
  page,
  machine,
  member,
  embedded,
}) => {
  await liftOnce(machine);
  const { url } = await machine.waitFor('claim');
  const film = await filmQrCode(String(url));
  const browser = await launchWithCamera(film.file);
  const context = await browser.newContext({
    baseURL: embedded.url,
    locale: 'ja-JP',
    permissions: ['camera'],
    viewport: { width: 390, height: 844 },
  });
  const phone = await context.newPage();
  await open(phone, member);
  // The code in view may belong to another member, so the page asks.
  await expect(heading(phone, '記録を受け取る')).toBeVisible();
  await expectClean(phone);
  await press(phone, '記録を受け取る');
  await expect(phone.getByText('記録を受け取りました')).toBeVisible();
  await expect(phone.getByText('最大重量 40kg')).toBeVisible();
  await phone.getByRole('link', { name: '記録を見る' }).click();
  await expect(phone.getByText('受け取った記録', { exact: true })).toBeVisible();
  await expect(phone.getByText('受け取りコードで受け取りました')).toBeVisible();
  await browser.close();
  await film.remove();

  await open(page, await createReadyMember(embedded), String(url).slice(embedded.url.length));
  await press(page, '記録を受け取る');
  await expect(alert(page)).toContainText('すでにほかの方が受け取っています');
  await expect(page.getByRole('button', { name: '記録を受け取る' })).toHaveCount(0);
  ignoreConsoleErrors('409');
  const { json } = await callApi(embedded, member, 'GET', '/workouts');
  expect(json['items']).toMatchObject([{ max: 40, tfo: 200, marks: ['claimed'] }]);
});

async function readPlace(embedded: EmbeddedServer, account: Account): Promise<unknown> {
  const { json } = await callApi(embedded, account, 'GET', '/workout-ranking/1/max');
  return (json['me'] as { value: number } | null)?.value ?? null;
}

/** Trains チェストプレス on a linked machine. Returns the address of the workout's page. */
async function train(
  embedded: EmbeddedServer,
  member: Account,
  machine: TestMachine,
): Promise<string> {
  await callApi(embedded, member, 'POST', '/tanren-connection', { code: await machine.code() });
  await machine.waitFor('linked');
  await liftOnce(machine);
  const { json } = await callApi(embedded, member, 'GET', '/workouts/latest');
  return `/workouts/${String(json['id'])}`;
}

async function correctLoad(page: Page, kg: number): Promise<void> {
  await page.getByRole('link', { name: '記録を訂正する' }).click();
  const form = page.getByRole('form', { name: '記録の訂正' });
  await form.getByLabel('重量', { exact: true }).fill(String(kg));
  await form.getByLabel('訂正の理由').fill('ピンの位置を読み違えました');
  await form.getByRole('button', { name: '訂正する' }).click();
  await expect(toast(page, '記録を訂正しました')).toBeVisible();
}

test('rejects, restores and corrects a record, which is ranked again after staff have confirmed it', async ({
  page,
  browser,
  machine,
  member,
  embedded,
}) => {
  const nickname = `力${newWord()}`;
  await nameMember(embedded, member, { nickname });
  const path = await train(embedded, member, machine);
  expect(await readPlace(embedded, member)).toBe(40);

  await open(page, member, path);
  await press(page, '自分の記録ではないので外す');
  await press(page, '記録から外す');
  await expect(page.getByText('自分の記録ではないため、').first()).toBeVisible();
  expect(await readPlace(embedded, member)).toBeNull();
  await page.goto('/workouts');
  await page.getByRole('link', { name: '記録の受け取りと除外' }).click();
  await expect(heading(page, '記録の受け取りと除外')).toBeVisible();
  await expectClean(page);
  await press(page, 'チェストプレスを元に戻す');
  await expect(toast(page, '元に戻しました')).toBeVisible();
  expect(await readPlace(embedded, member)).toBe(40);

  await page.goto(path);
  await correctLoad(page, 45);
  await expect(page.getByText('訂正・確認待ち')).toBeVisible();
  expect(await readPlace(embedded, member)).toBeNull();
  await page.getByRole('link', { name: 'ランキング' }).click();
  await expect(page.getByText('スタッフが確認するまでランキングに載りません。')).toBeVisible();
  await expect(ownRow(page)).toHaveCount(0);
  await expectClean(page);

  const context = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const desk = await context.newPage();
  const staff = await createWorker(embedded, 'staff', 'スタッフ佐藤');
  await openAs(desk, staff, '/staff/workout-corrections');
  const card = desk.getByRole('article').filter({ hasText: nickname });
  await expect(card.getByRole('row', { name: '最大重量' })).toHaveText('最大重量40kg45kg');
  await card.getByRole('button', { name: '承認する' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: '承認する' }).click();
  await expect(toast(desk, '訂正を承認しました')).toBeVisible();
  await expect(card).toHaveCount(0);
  await context.close();

  expect(await readPlace(embedded, member)).toBe(45);
  await page.goto('/workout-ranking/1/max');
  await expect(ownRow(page)).toContainText('45.0kg');
  await page.goto(path);
  await expect(page.getByText('訂正済み', { exact: true })).toBeVisible();
  await expect(page.getByText('スタッフが訂正を承認しました')).toBeVisible();
});
