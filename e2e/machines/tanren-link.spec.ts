import { callApi, expect, expectQuietConsole, heading, press } from '#support/members/members.ts';
import { counter, linkMachine, open, test } from '#support/machines/machine.ts';

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
  await expect(page.getByRole('figure', { name: /^可動域：/ })).toBeVisible();
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
