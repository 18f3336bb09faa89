import mqtt from 'mqtt';
import type { Account } from '#support/identity/accounts.ts';
import {
  callApi,
  createReadyMember,
  expect,
  expectQuietConsole,
  heading,
  press,
} from '#support/members/members.ts';
import {
  channel,
  counter,
  field,
  linkMachine,
  open,
  startMachine,
  test,
} from '#support/machines/machine.ts';

expectQuietConsole(test);

test('a member links by code, sees every rep, and finds the workout, the bests and the loads', async ({
  page,
  machine,
  member,
  embedded,
}) => {
  const ticket = page.waitForResponse((response) =>
    response.url().endsWith('/api/tanren-connection/mqtt'),
  );
  const identity = page.waitForRequest(
    (request) => request.headers()['x-amz-target'] === 'AWSCognitoIdentityService.GetId',
  );
  await open(page, member);
  await linkMachine(page, machine);
  // The page has called the identity pool, and the server accepts the signature of the identity.
  await identity;
  expect(await (await ticket).json()).toMatchObject({
    identityId: expect.stringMatching(/^local:[0-9a-f-]{36}$/),
  });
  machine.say('load 40');
  await machine.lift(3);
  await expect(counter(page)).toHaveText('3回');
  machine.say('rep 300');
  await expect(counter(page)).toHaveText('4回');
  machine.say('end-set');
  await expect(page.getByText('1セット終了')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^経過 0:[0-2]\d$/);
  await machine.lift(5);
  await expect(counter(page)).toHaveText('5回');
  await expect(page.getByText('360kg')).toBeVisible();
  machine.say('finish');
  await expect(page.getByText('記録を保存しました')).toBeVisible();
  const { json } = await callApi(embedded, member, 'GET', '/workouts');
  expect(json['items']).toMatchObject([{ max: 40, tfo: 360, setCount: 2, repCount: 9 }]);
  const loads = await callApi(embedded, member, 'GET', '/workout-loads');
  expect(loads.json).toMatchObject([{ workoutTypeId: 1, lastLoad: 40, lastReps: 5, maxLoad: 40 }]);
  // The target for the next bout appears without a reload.
  await expect(page.getByRole('region', { name: '今回の目標' })).toContainText('前回は40kgを5回');

  machine.say('load 45');
  await machine.lift(6);
  machine.say('finish');
  await expect(page.getByText('自己ベスト更新！')).toBeVisible();
  await page.getByRole('link', { name: '記録を見る' }).click();
  await expect(page).toHaveURL(/\/workouts\/\d+$/);
  await page.getByRole('navigation').getByRole('link', { name: '履歴' }).click();
  await page.getByRole('region', { name: 'この月のトレーニング' }).getByRole('link').click();
  await expect(page.getByRole('link', { name: /チェストプレス.*45kg/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /チェストプレス.*40kg/ })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'ホーム' }).click();
  await page.getByRole('link', { name: /接続中・マシン/ }).click();
  await press(page, '接続を解除する');
  await expect(page.getByText('接続を解除しました。')).toBeVisible();
  await machine.waitFor('unlinked');
});

test('a machine that measures shows range and tempo, a chart, and the seat of the last time', async ({
  page,
  machine,
  member,
}) => {
  await open(page, member);
  await linkMachine(page, machine);
  await expect(page.getByText('動かし始めると')).toBeVisible();
  await expect(page.getByText('前回のシート位置')).toHaveCount(0);
  await machine.lift(8);
  await expect(page.getByRole('figure', { name: /^可動域：直前の1回は/ })).toContainText(
    /上げ0\.\d秒・下げ0\.\d秒/,
  );
  machine.say('finish');
  await page.getByRole('link', { name: '記録を見る' }).click();
  const range = page.getByRole('region', { name: '可動域' });
  await expect(range).toContainText('最後まで可動域を保てました');
  await expect(range.getByRole('slider', { name: '可動域のグラフ' })).toBeVisible();
  await expect(page.getByText('シート位置：4')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'ホーム' }).click();
  await page.getByRole('link', { name: /接続中・マシン/ }).click();
  await press(page, '接続を解除する');
  await linkMachine(page, machine);
  await expect(page.getByText('前回のシート位置：4')).toBeVisible();
});

test('two devices show the same set, and unlinking on one during the set saves what was lifted', async ({
  page,
  browser,
  machine,
  member,
  embedded,
}) => {
  await open(page, member);
  await linkMachine(page, machine);
  const context = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const tablet = await context.newPage();
  await open(tablet, member);
  await expect(channel(tablet)).toHaveText('接続中');
  await machine.lift(3);
  await expect(counter(page)).toHaveText('3回');
  await expect(counter(tablet)).toHaveText('3回');
  await press(tablet, '接続を解除する');
  await press(tablet, '解除する');
  for (const device of [page, tablet]) {
    await expect(heading(device, 'マシンと接続')).toBeVisible();
    await expect(device.getByText('接続を解除しました。')).toBeVisible();
    await expect(device.getByText('記録を保存しました')).toBeVisible();
  }
  const { json } = await callApi(embedded, member, 'GET', '/workouts');
  expect(json['items']).toMatchObject([{ setCount: 1, repCount: 3 }]);
  await context.close();
});

test('another member cannot see or subscribe to the workout', async ({
  page,
  browser,
  machine,
  member,
  embedded,
}) => {
  await open(page, member);
  await linkMachine(page, machine);
  const stranger = await createReadyMember(embedded);
  const context = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const other = await context.newPage();
  const elsewhere = await startMachine(embedded);
  await open(other, stranger);

  // The code on the screen has already been used by another member.
  await field(other).fill(await machine.code());
  await press(other, '接続する');
  await expect(other.getByRole('main').getByRole('alert')).toContainText(/使用中|正しくない/);
  await expect(field(other)).not.toHaveValue('');

  await linkMachine(other, elsewhere);
  await machine.lift(4);
  await expect(counter(page)).toHaveText('4回');
  await expect(other.getByText('動かし始めると')).toBeVisible();
  await expect(counter(other)).toHaveCount(0);

  const own = await ticketOf(embedded, stranger);
  const foreign = await ticketOf(embedded, member);
  const client = await mqtt.connectAsync(own.url, {
    clientId: own.clientId,
    username: own.username,
    password: own.password,
    reconnectPeriod: 0,
  });
  const received: string[] = [];
  client.on('message', (topic) => received.push(topic));
  client.on('error', () => {});
  await client
    .subscribeAsync(foreign.topics)
    .then((granted) => {
      expect(granted.every(({ qos }) => (qos as number) === 128)).toBe(true);
    })
    .catch(() => {});
  machine.say('rep 300');
  await expect(counter(page)).toHaveText('5回');
  expect(received).toEqual([]);
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

test('logging out ends the link: earlier reps are stored, and later ones are not', async ({
  page,
  machine,
  member,
  embedded,
}) => {
  await open(page, member);
  await linkMachine(page, machine);
  machine.say('load 40');
  await machine.lift(3);
  await expect(counter(page)).toHaveText('3回');
  await page.goto('/settings');
  await press(page, 'ログアウト');
  await expect(page.getByRole('alertdialog', { name: 'ログアウトしますか' })).toContainText(
    'マシンとの接続も解除します',
  );
  await press(page, 'ログアウトする');
  await expect(heading(page, 'ログイン')).toBeVisible();
  await machine.waitFor('unlinked');
  await machine.waitFor('acked');

  await machine.lift(4);
  machine.say('end-set');
  machine.say('finish');
  // The member links again, so that a later workout is stored after the one that must not be.
  await open(page, member);
  await linkMachine(page, machine);
  await machine.lift(2);
  await expect(counter(page)).toHaveText('2回');
  machine.say('finish');
  await expect(page.getByText('記録を保存しました')).toBeVisible();
  const { json } = await callApi(embedded, member, 'GET', '/workouts');
  expect(json['items']).toMatchObject([{ repCount: 2 }, { repCount: 3, tfo: 120 }]);
});
