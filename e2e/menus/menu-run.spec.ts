import {
  callApi,
  createReadyMember,
  expect,
  expectQuietConsole,
  heading,
  openAs,
  press,
} from '#support/members/members.ts';
import { counter, linkByCode } from '#support/machines/machine.ts';
import {
  currentSet,
  makeMenu,
  readRun,
  records,
  session,
  start,
  target,
  test,
} from '#support/menus/menu-run.ts';

expectQuietConsole(test);

test('runs a menu over two machines, set by set, and both workouts belong to it', async ({
  page,
  browser,
  machines,
  member,
  embedded,
}) => {
  const id = await makeMenu(embedded, member);
  await start(page, member, id);
  await expect(session(page)).toContainText('上半身の日');
  await expect(session(page)).toContainText('0/3セット');
  await expect(session(page)).toContainText('次はチェストプレス2セット×3回40kg');

  await linkByCode(page, machines.chest, 'チェストプレス');
  expect(await machines.chest.waitFor('linked')).toMatchObject({
    items: [{ sets: 2, reps: 3, loadKg: 40, restSeconds: 90 }],
  });
  await expect(target(page)).toContainText('セット 1/2');
  await expect(target(page)).toContainText('3回40kg');
  await machines.chest.lift(3);
  await expect(counter(page)).toHaveText('3回');
  await expect(currentSet(page)).toContainText('セット 1/2');
  await expect(currentSet(page)).toContainText('目標 3回・40kg');
  await expect(session(page)).toContainText('0/3セット');
  machines.chest.say('end-set');
  await expect(currentSet(page)).toContainText('1/2セット終了');
  await expect(page.getByRole('timer')).toHaveText(/^あと 1:[0-3]\d$/);
  await expect(session(page)).toContainText('1/3セット');
  await machines.chest.lift(3);
  await expect(currentSet(page)).toContainText('セット 2/2');
  machines.chest.say('end-set');
  await expect(page.getByText('この種目は完了です。')).toBeVisible();
  await expect(page.getByText('次は ラットプルダウン')).toBeVisible();
  await expect(session(page)).toContainText('2/3セット');
  // Nothing is stored yet. The page counts the sets that it has received.
  expect(await readRun(embedded, member)).toMatchObject({
    items: [{ doneSets: 0 }, { doneSets: 0 }],
  });
  await press(page, '次のマシンへ進む');
  await expect(page.getByText('記録を保存しました')).toBeVisible();
  await expect(session(page)).toContainText('2/3セット');
  await expect(session(page)).toContainText('次はラットプルダウン1セット×3回');
  await expect
    .poll(() => readRun(embedded, member))
    .toMatchObject({
      items: [{ doneSets: 2 }, { doneSets: 0 }],
    });

  await linkByCode(page, machines.back, 'ラットプルダウン');
  // There is no record yet, so no load is recommended.
  expect(await machines.back.waitFor('linked')).toMatchObject({
    items: [{ sets: 1, reps: 3, loadKg: null }],
  });
  await expect(target(page)).toContainText('無理なく3回できる重量');
  await machines.back.lift(3);
  machines.back.say('finish');
  const done = page.getByRole('region', { name: 'メニュー完了' });
  await expect(done).toContainText('3セット');
  await expect(page.getByText('記録を保存しました')).toBeVisible();
  await press(page, 'トレーニングを終える');
  await expect(page).toHaveURL(/\/visits\//);
  await page.goto(`/training-sessions/${id}`);
  expect(await readRun(embedded, member)).toBeNull();
  await expect(records(page).getByRole('heading', { level: 3 })).toHaveCount(1);
  await expect(records(page).getByRole('link')).toHaveCount(2);
  await expect(records(page).getByRole('link', { name: /チェストプレス.*2セット/ })).toBeVisible();
  await records(page)
    .getByRole('link', { name: /ラットプルダウン/ })
    .click();
  await expect(heading(page, 'ラットプルダウン')).toBeVisible();
  await page.getByRole('link', { name: 'メニュー「上半身の日」' }).click();
  await expect(page).toHaveURL(`/training-sessions/${id}`);

  // Another member finds neither the session nor its workouts.
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
  await openAs(other, stranger, `/training-sessions/${id}`);
  await expect(heading(other, 'Page not found')).toBeVisible();
  await context.close();

  // The name of a deleted session stays with its workouts.
  await callApi(embedded, member, 'DELETE', `/my/training-sessions/${id}`);
  const { json } = await callApi(embedded, member, 'GET', '/workouts/latest');
  await page.goto(`/workouts/${String(json['id'])}`);
  await expect(page.getByText('メニュー「上半身の日」（削除済み）')).toBeVisible();
  await expect(page.getByRole('link', { name: /上半身の日/ })).toHaveCount(0);
});
