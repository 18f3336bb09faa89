import type { Page } from '@playwright/test';
import { type Account, signIn } from './support/accounts.ts';
import { runSql } from './support/database.ts';
import type { EmbeddedServer } from './support/embedded-server.ts';
import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
} from './support/identity-steps.ts';
import { startMachine, type TestMachine } from './support/machine.ts';
import { callApi, createReadyMember } from './support/member-steps.ts';
import { test as base } from './support/member-server.ts';

const chest = 1;
const back = 4;
const legs = 11;

const test = base.extend<{ machines: { chest: TestMachine; back: TestMachine } }>({
  machines: async ({ embedded }, provide) => {
    const machines = {
      chest: await startMachine(embedded, chest),
      back: await startMachine(embedded, back),
    };
    await provide(machines);
    await Promise.all([machines.chest.stop(), machines.back.stop()]);
  },
});

test.describe.configure({ timeout: 180_000 });
expectQuietConsole(test);

const item = (workoutTypeId: number, sets: number, loadKg: number | null, reps = 3) => ({
  workoutTypeId,
  sets,
  reps,
  loadKg,
  restSeconds: 90,
});

const upperBody = {
  title: '上半身の日',
  description: '',
  tags: [],
  visibility: 'private',
  items: [item(chest, 2, 40), item(back, 1, null)],
};

async function makeSession(embedded: EmbeddedServer, account: Account, changes = {}) {
  const made = await callApi(embedded, account, 'POST', '/my/training-sessions', {
    ...upperBody,
    ...changes,
  });
  expect(made.status).toBe(201);
  return Number(made.json['trainingSessionId']);
}

const field = (page: Page) => page.getByRole('textbox', { name: '接続コード' });
const counter = (page: Page) => page.getByRole('status', { name: '回数' });
const currentSet = (page: Page) => page.getByRole('region', { name: '現在のセット' });
const target = (page: Page) => page.getByRole('region', { name: '今回の目標' });
const session = (page: Page) => page.getByRole('region', { name: '実施中のセッション' });
const records = (page: Page) => page.getByRole('region', { name: '実施の記録' });
const goHome = (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name: 'ホーム' }).click();

async function open(page: Page, account: Account, path: string): Promise<void> {
  await page.goto(path);
  await signIn(page, account);
}

async function start(page: Page, account: Account, id: number): Promise<void> {
  await open(page, account, `/training-sessions/${id}`);
  await press(page, 'このセッションを始める');
  await expect(page).toHaveURL('/tanren-link');
}

async function linkByCode(page: Page, machine: TestMachine, name: string): Promise<void> {
  await field(page).fill(await machine.code());
  await press(page, '接続する');
  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('接続中');
}

async function readRun(embedded: EmbeddedServer, account: Account) {
  return (await callApi(embedded, account, 'GET', '/my/training-session-run')).json['run'];
}

test('a session runs over two machines, set by set, and both workouts stand under it', async ({
  page,
  browser,
  machines,
  member,
  embedded,
}) => {
  const id = await makeSession(embedded, member);
  await start(page, member, id);
  await expect(session(page)).toContainText('上半身の日');
  await expect(session(page)).toContainText('0/3セット');
  await expect(session(page)).toContainText('次はチェストプレス2セット×3回40kg');
  await expectClean(page);

  await linkByCode(page, machines.chest, 'チェストプレス');
  expect(await machines.chest.waitFor('linked')).toMatchObject({
    items: [{ sets: 2, reps: 3, loadKg: 40, restSeconds: 90 }],
  });
  await expect(target(page)).toContainText('セット 1/2');
  await expect(target(page)).toContainText('3回40kg');
  machines.chest.say('load 35');
  await expect(target(page)).toContainText('マシンの設定は35kgです');
  await expectClean(page);
  machines.chest.say('load 40');
  await expect(target(page)).not.toContainText('マシンの設定');
  await machines.chest.lift(3);
  await expect(counter(page)).toHaveText('3回');
  await expect(currentSet(page)).toContainText('セット 1/2');
  await expect(currentSet(page)).toContainText('目標 3回・40kg');
  await expect(session(page)).toContainText('0/3セット');
  machines.chest.say('end-set');
  await expect(currentSet(page)).toContainText('1/2セット終了');
  await expect(page.getByRole('timer')).toHaveText(/^あと 1:[0-3]\d$/);
  await expect(session(page)).toContainText('1/3セット');
  await expectClean(page);
  await machines.chest.lift(3);
  await expect(currentSet(page)).toContainText('セット 2/2');
  machines.chest.say('end-set');
  await expect(page.getByText('この種目は完了です。')).toBeVisible();
  await expect(page.getByText('次は ラットプルダウン')).toBeVisible();
  await expect(session(page)).toContainText('2/3セット');
  await expectClean(page);
  // Nothing is stored yet; what was seen is what counts.
  expect(await readRun(embedded, member)).toMatchObject({
    items: [{ doneSets: 0 }, { doneSets: 0 }],
  });
  await press(page, '切断して次へ');
  await expect(page.getByText('記録を保存しました')).toBeVisible();
  await expect(session(page)).toContainText('2/3セット');
  await expect(session(page)).toContainText('次はラットプルダウン1セット×3回');
  await expect
    .poll(() => readRun(embedded, member))
    .toMatchObject({
      items: [{ doneSets: 2 }, { doneSets: 0 }],
    });

  await linkByCode(page, machines.back, 'ラットプルダウン');
  // No record of it yet: nothing to recommend.
  expect(await machines.back.waitFor('linked')).toMatchObject({
    items: [{ sets: 1, reps: 3, loadKg: null }],
  });
  await expect(target(page)).toContainText('無理なく3回できる重さ');
  await machines.back.lift(3);
  machines.back.say('finish');
  const done = page.getByRole('region', { name: 'セッション完了' });
  await expect(done).toContainText('3セット');
  await expect(page.getByText('記録を保存しました')).toBeVisible();
  await expectClean(page);
  await press(page, '切断して終了する');
  await expect(page).toHaveURL(`/training-sessions/${id}`);
  expect(await readRun(embedded, member)).toBeNull();
  await expect(records(page).getByRole('heading', { level: 3 })).toHaveCount(1);
  await expect(records(page).getByRole('link')).toHaveCount(2);
  await expect(records(page).getByRole('link', { name: /チェストプレス.*2セット/ })).toBeVisible();
  await records(page)
    .getByRole('link', { name: /ラットプルダウン/ })
    .click();
  await expect(heading(page, 'ラットプルダウン')).toBeVisible();
  await page.getByRole('link', { name: 'セッション「上半身の日」' }).click();
  await expect(page).toHaveURL(`/training-sessions/${id}`);

  // Somebody else finds neither the session nor what was done with it.
  const stranger = await createReadyMember(embedded);
  const foreign = await callApi(
    embedded,
    stranger,
    'GET',
    `/my/training-session-runs?trainingSessionId=${id}`,
  );
  expect([404, 200]).toContain(foreign.status);
  expect(foreign.json['items'] ?? []).toEqual([]);
  expect(await readRun(embedded, stranger)).toBeNull();
  const context = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const other = await context.newPage();
  await open(other, stranger, `/training-sessions/${id}`);
  await expect(heading(other, 'Page not found')).toBeVisible();
  await context.close();

  // Deleted, it leaves its name with the workouts.
  await callApi(embedded, member, 'DELETE', `/my/training-sessions/${id}`);
  const { json } = await callApi(embedded, member, 'GET', '/workouts/latest');
  await page.goto(`/workouts/${String(json['id'])}`);
  await expect(page.getByText('セッション「上半身の日」（削除済み）')).toBeVisible();
  await expect(page.getByRole('link', { name: /上半身の日/ })).toHaveCount(0);
});

test('any order is fine, a machine outside of it is told, and ending early keeps the records', async ({
  page,
  machines,
  member,
  embedded,
}) => {
  const id = await makeSession(embedded, member, { items: [item(legs, 2, 80), item(back, 2, 30)] });
  await start(page, member, id);
  await expect(session(page)).toContainText('次はレッグプレス');
  await linkByCode(page, machines.back, 'ラットプルダウン');
  await expect(target(page)).toContainText('セット 1/2');
  await machines.back.lift(3);
  machines.back.say('end-set');
  await expect(session(page)).toContainText('1/4セット');

  // The next machine takes over by itself, and what was lifted is stored.
  await page.goto(`/tanren-link?code=${await machines.chest.code()}`);
  await page.getByRole('button', { name: /に接続する/ }).click();
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await expect(session(page)).toContainText('このマシンは実施中のセッションに含まれていません');
  expect(await machines.chest.waitFor('linked')).toMatchObject({ items: [] });
  await expect
    .poll(() => readRun(embedded, member))
    .toMatchObject({
      items: [{ doneSets: 0 }, { doneSets: 1 }],
    });
  await expect(session(page)).toContainText('1/4セット');
  await machines.chest.lift(2);
  await expect(page.getByText('1セット目')).toBeVisible();
  await expectClean(page);
  machines.chest.say('finish');
  await expect(page.getByText('記録を保存しました')).toBeVisible();
  await expect(session(page)).toContainText('1/4セット');

  await press(page, 'セッションを途中で終了する');
  await expect(page).toHaveURL(`/training-sessions/${id}`);
  await expect(records(page).getByRole('link')).toHaveCount(1);
  await expect(records(page).getByRole('link')).toContainText('ラットプルダウン');
  await expect(page.getByRole('button', { name: 'このセッションを始める' })).toBeVisible();
  await goHome(page);
  await expect(page.getByRole('link', { name: /接続中・マシン/ })).toBeVisible();
  await expect(page.getByText('セッション実施中')).toHaveCount(0);
});

test('neither a reload nor a lost network loses a set of it', async ({
  page,
  context,
  machines,
  member,
  embedded,
}) => {
  await start(page, member, await makeSession(embedded, member));
  await linkByCode(page, machines.chest, 'チェストプレス');
  await machines.chest.lift(3);
  machines.chest.say('end-set');
  await expect(session(page)).toContainText('1/3セット');
  await page.reload();
  await expect(currentSet(page)).toContainText('1/2セット終了');
  await expect(session(page)).toContainText('1/3セット');

  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('通信が途切れています')).toBeVisible();
  await machines.chest.lift(3);
  machines.chest.say('finish');
  await expect
    .poll(() => readRun(embedded, member))
    .toMatchObject({ items: [{ doneSets: 2 }, { doneSets: 0 }] });
  await expect(session(page)).toContainText('1/3セット');
  await context.setOffline(false);
  await expect(session(page)).toContainText('2/3セット');
  forgiveComplaints('ERR_INTERNET_DISCONNECTED');
});

test('what is under way is found at home and on another device, and ends where it is ended', async ({
  page,
  browser,
  machines,
  member,
  embedded,
}) => {
  const id = await makeSession(embedded, member);
  const legDay = { title: '脚の日', items: [item(legs, 1, 80)] };
  const otherId = await makeSession(embedded, member, legDay);
  await start(page, member, id);
  await linkByCode(page, machines.chest, 'チェストプレス');
  await machines.chest.lift(3);
  machines.chest.say('finish');
  await expect(session(page)).toContainText('1/3セット');

  const elsewhere = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const tablet = await elsewhere.newPage();
  await open(tablet, member, '/');
  const card = tablet.getByRole('link', { name: /セッション実施中/ });
  await expect(card).toContainText('上半身の日');
  await expect(card).toContainText('1/3セット');
  // Off the card that has come to lie under it.
  await tablet.mouse.move(0, 0);
  await expectClean(tablet);
  await card.click();
  await expect(heading(tablet, 'チェストプレス')).toBeVisible();
  await expect(session(tablet)).toContainText('1/3セット');

  // Its own page goes on with it; another session's page says what starting would do.
  await session(tablet).getByRole('link', { name: '上半身の日' }).click();
  await expect(tablet).toHaveURL(`/training-sessions/${id}`);
  await expect(tablet.getByRole('link', { name: '続きから' })).toBeVisible();
  await tablet.goto(`/training-sessions/${otherId}`);
  await expect(tablet.getByText('「上半身の日」を実施中です')).toBeVisible();
  // At the end, where the button that stays in sight lies over nothing.
  await tablet.evaluate(() => {
    window.scrollTo(0, document.body.scrollHeight);
  });
  await expectClean(tablet);
  await press(tablet, 'このセッションを始める');
  await expect(session(tablet)).toContainText('脚の日');
  expect(await machines.chest.waitFor('items')).toMatchObject({ items: [] });
  // Within a quarter of a minute the phone follows.
  await expect(session(page)).toContainText('脚の日', { timeout: 30_000 });
  await expect(session(page)).toContainText('含まれていません');

  await runSql(
    embedded.dataDir,
    `update training_session_runs set started_at = started_at - interval '5 hours',
     ends_by = ends_by - interval '5 hours' where training_session_id = $1`,
    [otherId],
  );
  await expect(session(page)).toHaveCount(0, { timeout: 30_000 });
  await elsewhere.close();
});

test('everything above the plan is counted, and the rest counts down to the next set', async ({
  page,
  machines,
  member,
  embedded,
}) => {
  const rest = { restSeconds: 2 };
  const id = await makeSession(embedded, member, {
    items: [
      { ...item(chest, 2, 40), ...rest },
      { ...item(chest, 1, 20, 5), ...rest },
    ],
  });
  await start(page, member, id);
  await linkByCode(page, machines.chest, 'チェストプレス');
  expect(await machines.chest.waitFor('linked')).toMatchObject({
    items: [
      { sets: 2, reps: 3, loadKg: 40 },
      { sets: 1, reps: 5, loadKg: 20 },
    ],
  });
  await machines.chest.lift(3);
  machines.chest.say('end-set');
  await expect(page.getByText('次のセットへ')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveCount(0);
  await machines.chest.lift(3);
  machines.chest.say('end-set');
  // Another plan on the same machine, which sets itself to it.
  await expect(currentSet(page)).toContainText('2/2セット終了');
  await expect(currentSet(page)).toContainText('次は 5回・20kg');
  await expect(currentSet(page)).not.toContainText('マシンの設定');
  await expect(page.getByRole('timer')).toHaveText(/^\d:\d\d$/);
  machines.chest.say('load 30');
  await expect(currentSet(page)).toContainText('次は 5回・20kg（マシンの設定は30kgです）');
  machines.chest.say('load 20');
  await machines.chest.lift(5);
  await expect(currentSet(page)).toContainText('セット 1/1');
  machines.chest.say('end-set');
  await expect(page.getByRole('region', { name: 'セッション完了' })).toContainText('3セット');
  await machines.chest.lift(1);
  await expect(page.getByText('4セット目')).toBeVisible();
  machines.chest.say('end-set');
  await press(page, '切断して終了する');
  await expect(records(page).getByRole('link')).toContainText('4セット');
});
