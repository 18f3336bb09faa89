import type { Page } from '@playwright/test';
import mqtt from 'mqtt';
import { type Account, signIn } from './support/accounts.ts';
import { test as base } from './support/embedded-server.ts';
import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
} from './support/identity-steps.ts';
import { filmQrCode, launchWithFilm } from './support/camera.ts';
import { startMachine, type TestMachine } from './support/machine.ts';
import { callApi, createReadyMember } from './support/member-steps.ts';
import { runSql } from './support/database.ts';

const test = base.extend<{ machine: TestMachine; member: Account }>({
  machine: async ({ embedded }, provide) => {
    const machine = await startMachine(embedded);
    await provide(machine);
    await machine.stop();
  },
  member: async ({ embedded }, provide) => {
    await provide(await createReadyMember(embedded));
  },
});

test.describe.configure({ timeout: 90_000 });
expectQuietConsole(test);

const field = (page: Page) => page.getByRole('textbox', { name: '接続コード' });
const counter = (page: Page) => page.getByRole('status', { name: '回数' });
const channel = (page: Page) => page.getByRole('main').getByRole('status').first();

async function open(page: Page, account: Account, path = '/tanren-link'): Promise<void> {
  await page.goto(path);
  await signIn(page, account);
}

async function linkByCode(page: Page, machine: TestMachine): Promise<void> {
  await field(page).fill(await machine.code());
  await press(page, '接続する');
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await machine.waitFor('linked');
  await expect(channel(page)).toHaveText('接続中');
}

test('a member links by code, sees every rep, and finds the workout, the bests and the loads', async ({
  page,
  machine,
  member,
  embedded,
}) => {
  await open(page, member);
  await expect(heading(page, 'マシンと接続')).toBeVisible();
  await expectClean(page);
  await linkByCode(page, machine);
  await expect(page.getByText(`TANREN 新宿・マシン ${machine.id}`)).toBeVisible();
  await expectClean(page);
  machine.say('load 40');
  await machine.lift(3);
  await expect(counter(page)).toHaveText('3回');
  await expect(page.getByText('1セット目')).toBeVisible();
  machine.say('rep 300');
  await expect(counter(page)).toHaveText('4回');
  await expectClean(page);
  machine.say('end-set');
  await expect(page.getByText('1セット終了')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^0:0\d$/);
  await machine.lift(5);
  await expect(counter(page)).toHaveText('5回');
  await expect(page.getByText('360kg')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '実施中' })).toContainText('5 回');
  machine.say('finish');
  await expect(page.getByText('記録を保存しました')).toBeVisible();
  const { json } = await callApi(embedded, member, 'GET', '/workouts');
  expect(json['items']).toMatchObject([{ max: 40, tfo: 360, setCount: 2, repCount: 9 }]);
  const loads = await callApi(embedded, member, 'GET', '/workout-loads');
  expect(loads.json).toMatchObject([{ workoutTypeId: 1, lastLoad: 40, lastReps: 5, maxLoad: 40 }]);
  // The target for the next bout is there without a reload.
  await expect(page.getByRole('region', { name: '今回の目標' })).toContainText('前回は40kgを5回');

  machine.say('load 45');
  await machine.lift(6);
  machine.say('finish');
  await expect(page.getByText('自己ベスト更新！')).toBeVisible();
  await expectClean(page);
  await page.getByRole('link', { name: '記録を見る' }).click();
  await expect(page).toHaveURL(/\/workouts\/\d+$/);
  await page.getByRole('navigation').getByRole('link', { name: '履歴' }).click();
  await expect(page.getByRole('link', { name: /チェストプレス.*45kg/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /チェストプレス.*40kg/ })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'ホーム' }).click();
  await page.getByRole('link', { name: /接続中・マシン/ }).click();
  await press(page, '接続を解除する');
  await expect(page.getByText('接続を解除しました。')).toBeVisible();
  await machine.waitFor('unlinked');
  await page.getByRole('navigation').getByRole('link', { name: 'ホーム' }).click();
  await expect(page.getByRole('link', { name: 'マシンと接続' })).toBeVisible();
});

test('unlinking in the middle of a bout asks, and saves what was lifted', async ({
  page,
  machine,
  member,
}) => {
  await open(page, member);
  await linkByCode(page, machine);
  await machine.lift(2);
  await expect(counter(page)).toHaveText('2回');
  await press(page, '接続を解除する');
  await expect(page.getByRole('alertdialog')).toContainText('ここまでの記録が保存されます');
  await expectClean(page);
  await press(page, 'トレーニングを続ける');
  await expect(counter(page)).toHaveText('2回');
  await press(page, '接続を解除する');
  await press(page, '解除する');
  await expect(heading(page, 'マシンと接続')).toBeVisible();
  await expect(page.getByText('記録を保存しました')).toBeVisible();
});

test('a machine that is cut off is told, and what was counted stays', async ({
  page,
  machine,
  member,
}) => {
  await open(page, member);
  await linkByCode(page, machine);
  await machine.lift(3);
  await expect(counter(page)).toHaveText('3回');
  await machine.cut();
  // Asked again within half a minute.
  await expect(page.getByText('マシンからの通信が届いていません')).toBeVisible({ timeout: 45_000 });
  await expect(counter(page)).toHaveText('3回');
  await expectClean(page);
});

test('another member sees nothing of it, and cannot listen to it', async ({
  page,
  browser,
  machine,
  member,
  embedded,
}) => {
  await open(page, member);
  await linkByCode(page, machine);
  const stranger = await createReadyMember(embedded);
  const context = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const other = await context.newPage();
  const elsewhere = await startMachine(embedded);
  await open(other, stranger);

  // The code on the screen has linked somebody already.
  await field(other).fill(await machine.code());
  await press(other, '接続する');
  await expect(other.getByRole('main').getByRole('alert')).toContainText(/使用中|正しくない/);
  await expect(field(other)).not.toHaveValue('');

  await linkByCode(other, elsewhere);
  await machine.lift(4);
  await expect(counter(page)).toHaveText('4回');
  await expect(other.getByText('1回目を挙げると')).toBeVisible();
  await expect(counter(other)).toHaveCount(0);

  const own = await ticketOf(embedded, stranger);
  const foreign = await ticketOf(embedded, member);
  const client = await mqtt.connectAsync(own.url, {
    clientId: own.clientId,
    username: own.username,
    password: own.password,
    reconnectPeriod: 0,
  });
  const heard: string[] = [];
  client.on('message', (topic) => heard.push(topic));
  client.on('error', () => {});
  await client
    .subscribeAsync(foreign.topics)
    .then((granted) => {
      expect(granted.every(({ qos }) => (qos as number) === 128)).toBe(true);
    })
    .catch(() => {});
  machine.say('rep 300');
  await expect(counter(page)).toHaveText('5回');
  expect(heard).toEqual([]);
  client.end(true);
  await elsewhere.stop();
  await context.close();
});

async function ticketOf(embedded: Parameters<typeof callApi>[0], account: Account) {
  const { json } = await callApi(embedded, account, 'POST', '/tanren-connection/mqtt');
  return json as {
    url: string;
    clientId: string;
    username: string;
    password: string;
    topics: string[];
  };
}

test('a reload in the middle of a set goes on where it was', async ({ page, machine, member }) => {
  await open(page, member);
  await linkByCode(page, machine);
  await machine.lift(3);
  await expect(counter(page)).toHaveText('3回');
  await page.reload();
  // Before anything has come from the machine again.
  await expect(counter(page)).toHaveText('3回');
  await expect(channel(page)).toHaveText('接続中');
  machine.say('rep 300');
  await expect(counter(page)).toHaveText('4回');
  // Nothing that could open the channel is left in the tab.
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  expect(kept).toContain('workoutUuid');
  expect(kept).not.toMatch(/password|ticket/i);
  await page.goto('/settings');
  await press(page, 'サインアウト');
  await expect(heading(page, 'サインイン')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('tanren_live'))).toBeNull();
});

test('a lost network in the middle of a set loses nothing', async ({
  page,
  context,
  machine,
  member,
}) => {
  await open(page, member);
  await linkByCode(page, machine);
  await machine.lift(2);
  await expect(counter(page)).toHaveText('2回');
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(channel(page)).toHaveText('再接続中');
  await expect(page.getByText('通信が途切れています')).toBeVisible();
  await expectClean(page);
  machine.say('rep 300');
  machine.say('rep 300');
  await context.setOffline(false);
  await expect(channel(page)).toHaveText('接続中');
  machine.say('rep 300');
  await expect(counter(page)).toHaveText('5回');
  forgiveComplaints('ERR_INTERNET_DISCONNECTED');
});

test('two devices of a member show the same set', async ({
  page,
  browser,
  machine,
  member,
  embedded,
}) => {
  await open(page, member);
  await linkByCode(page, machine);
  const context = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const tablet = await context.newPage();
  await open(tablet, member);
  await expect(heading(tablet, 'チェストプレス')).toBeVisible();
  await expect(channel(tablet)).toHaveText('接続中');
  await machine.lift(3);
  await expect(counter(page)).toHaveText('3回');
  await expect(counter(tablet)).toHaveText('3回');
  await press(tablet, '接続を解除する');
  await press(tablet, '解除する');
  await expect(heading(page, 'マシンと接続')).toBeVisible();
  await expect(page.getByText('接続を解除しました。')).toBeVisible();
  await expect(page.getByText('記録を保存しました')).toBeVisible();
  await context.close();
});

test('a scanned link survives the sign-in, asks once, and leaves the address', async ({
  page,
  machine,
  member,
}) => {
  const path = `/tanren-link?code=${await machine.code()}`;
  await open(page, member, path);
  await expect(page).toHaveURL(path);
  await expect(heading(page, 'マシンと接続')).toBeVisible();
  await expectClean(page);
  await page.getByRole('button', { name: `マシン ${machine.id} に接続する` }).dblclick();
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await expect(page).toHaveURL('/tanren-link');
  await machine.waitFor('linked');
  // Scanned once more by whoever is linked: nothing to ask.
  await page.goto(path);
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await expect(page).toHaveURL('/tanren-link');
});

test('what is typed wrong is told in place and stays', async ({ page, machine, member }) => {
  await open(page, member);
  await press(page, '接続する');
  await expect(page.getByText('接続コードを入力してください。')).toBeVisible();
  await field(page).fill('12345');
  await press(page, '接続する');
  await expect(page.getByText('マシン番号と6桁の数字を続けて')).toBeVisible();
  await field(page).fill(`${machine.id}-000000`);
  await press(page, '接続する');
  await expect(page.getByRole('main').getByRole('alert').first()).toContainText('正しくない');
  await expect(field(page)).toHaveValue(`${machine.id}-000000`);
  await expectClean(page);
  await page.route('**/api/tanren-connection', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: '',
        status: 429,
        code: 'too_many_requests',
      }),
    }),
  );
  await press(page, '接続する');
  await expect(page.getByText('操作の回数が多すぎます')).toBeVisible();
  await page.unroute('**/api/tanren-connection');
  // Full-width, without the dash, as a phone's keyboard has it.
  const wide = (await machine.code())
    .replace('-', '')
    .replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  await field(page).fill(wide);
  await press(page, '接続する');
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  forgiveComplaints('429');
});

test('a link that was idle for ten minutes is released, and says so', async ({
  page,
  machine,
  member,
  embedded,
}) => {
  await open(page, member);
  await linkByCode(page, machine);
  const ago = (minutes: number) =>
    runSql(
      embedded.dataDir,
      `update tanren_connections set linked_at = now() - interval '15 minutes',
       last_active_at = now() - make_interval(secs => $1) where machine_id = $2`,
      [minutes * 60, machine.id],
    );
  await ago(9);
  await page.reload();
  await expect(page.getByText(/あと\d+秒トレーニングがないと/)).toBeVisible();
  await expectClean(page);
  await ago(10);
  await expect(page.getByText('10分間トレーニングがなかったため')).toBeVisible({ timeout: 45_000 });
  await machine.waitFor('unlinked');
});

test('without a camera the code is the way on', async ({ page, context, member }) => {
  await open(page, member);
  await context.grantPermissions(['camera']);
  await press(page, 'QRコードを読み取る');
  await expect(page.getByText('カメラが見つかりません')).toBeVisible();
  await expectClean(page);
  await expect(field(page)).toBeVisible();
});

test('the camera reads the machine, if it may, and stops when it is done', async ({
  machine,
  member,
  embedded,
}) => {
  const film = await filmQrCode(`${embedded.url}/tanren-link?code=${await machine.code()}`);
  const browser = await launchWithFilm(film.file);
  const context = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints);
      Object.assign(window, { lastTrack: stream.getVideoTracks()[0] });
      return stream;
    };
  });
  const trackState = () =>
    page.evaluate(() => (window as { lastTrack?: MediaStreamTrack }).lastTrack?.readyState);
  await open(page, member);
  await press(page, 'QRコードを読み取る');
  await expect(page.getByText('カメラの使用が許可されていません')).toBeVisible();
  await expectClean(page);

  await context.grantPermissions(['camera']);
  await page.reload();
  await press(page, 'QRコードを読み取る');
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await machine.waitFor('linked');
  expect(await trackState()).toBe('ended');

  // The code has linked this member; once more it does no harm.
  await press(page, '接続を解除する');
  await press(page, 'QRコードを読み取る');
  await expect.poll(trackState).toBe('live');
  await page.getByRole('navigation').getByRole('link', { name: 'ホーム' }).click();
  await expect.poll(trackState).toBe('ended');
  await browser.close();
  await film.remove();
});
