import type { Page } from '@playwright/test';
import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
  toast,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { callApi, openAs } from './support/member-steps.ts';
import { cards } from './support/session-pages.ts';
import { createWorker, insertViews, linkTrainer, makeSessionFor } from './support/trainer-link.ts';
import { hoursAgo, insertWorkouts, someWorkouts } from './support/workouts.ts';

expectQuietConsole(test);

const trainerCard = (page: Page) => page.getByRole('region', { name: '連携中のトレーナー' });
const views = (page: Page) => page.getByRole('region', { name: '閲覧の記録', exact: true });

test('whoever has no trainer is led to a code', async ({ page, member }) => {
  await openAs(page, member, '/my-trainer');
  await expect(heading(page, 'マイトレーナー')).toBeVisible();
  await expect(page.getByText('連携しているトレーナーはいません')).toBeVisible();
  await expect(views(page)).toBeHidden();
  await expect(page.getByRole('button', { name: '連携を解除する' })).toBeHidden();
  await expectClean(page);
  await page.getByRole('link', { name: 'トレーナーと連携する' }).click();
  await press(page, '連携コードを発行する');
  await expect(page.getByRole('main').locator('code')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: '連携コードを表示する' })).toBeVisible();
});

test('a session that the trainer made is read, run and not to be shared', async ({
  page,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  await makeSessionFor(embedded, trainer, memberId, { title: '肩の立て直し' });
  await openAs(page, member, '/my-trainer');
  await expect(trainerCard(page)).toContainText('コウジ');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('トレーナー作成');
  await expectClean(page);
  await cards(page).getByRole('link', { name: '肩の立て直し' }).click();
  await expect(heading(page, '肩の立て直し')).toBeVisible();
  await expect(page.getByText('トレーナー作成')).toBeVisible();
  for (const name of ['共有する', '報告する']) {
    await expect(page.getByRole('button', { name })).toBeHidden();
  }
  await expect(page.getByRole('link', { name: '編集する' })).toBeHidden();
  await expectClean(page);
  await press(page, 'このセッションを始める');
  await expect(page).toHaveURL('/tanren-link');
  await expect(page.getByText('肩の立て直し').first()).toBeVisible();

  await page.goto('/my-trainer');
  await cards(page).getByRole('link', { name: '肩の立て直し' }).click();
  await press(page, '削除する');
  const dialog = page.getByRole('alertdialog', { name: 'このセッションを削除しますか' });
  await expect(dialog).toContainText('トレーナーの画面からも消えます。');
  await dialog.getByRole('button', { name: '削除する' }).click();
  await expect(page).toHaveURL('/my-trainer');
  await expect(cards(page)).toHaveCount(0);
});

test('who saw what is listed by day, to the very first', async ({ page, embedded, member }) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  await insertViews(
    embedded,
    memberId,
    Array.from({ length: 45 }, (_, index) => ({
      seen: index === 44 ? 'profile' : 'history',
      seenAt: hoursAgo(30 + index * 12),
    })),
  );
  await callApi(embedded, trainer, 'GET', `/trainer/members/${memberId}/training-status`);
  await openAs(page, member, '/my-trainer');
  const rows = views(page).getByRole('listitem');
  await expect(rows.first()).toContainText('トレーニング状況');
  await expect(rows.first()).toContainText('コウジさん');
  await expect(async () => {
    await rows.last().scrollIntoViewIfNeeded();
    await expect(rows).toHaveCount(46, { timeout: 1000 });
  }).toPass();
  await expect(rows.last()).toContainText('プロフィール');
  expect(await views(page).getByRole('heading', { level: 3 }).count()).toBeGreaterThan(20);
  await expectClean(page);
});

test('ending the link asks first, shuts the trainer out at once, and leaves the sessions', async ({
  page,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  await insertWorkouts(embedded, member, someWorkouts);
  const memberId = await linkTrainer(embedded, member, trainer);
  await makeSessionFor(embedded, trainer, memberId, { title: '肩の立て直し' });
  const path = `/trainer/members/${memberId}`;
  const chosen = { loadKg: 45, reason: '肩をかばって、軽めでお願いします。' };
  expect((await callApi(embedded, trainer, 'PUT', `${path}/next-loads/1`, chosen)).status).toBe(
    204,
  );
  await openAs(page, member, '/training-status');
  const note = page.getByText('コウジさんより：肩をかばって');
  await expect(note).toBeVisible();
  await expectClean(page);
  await page.getByRole('link', { name: /チェストプレス/ }).click();
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await expect(note).toBeVisible();

  await page.goto('/my-trainer');
  await press(page, '連携を解除する');
  await expectClean(page);
  await press(page, '解除しない');
  expect((await callApi(embedded, trainer, 'GET', path)).status).toBe(200);
  await press(page, '連携を解除する');
  await page.getByRole('button', { name: '解除する', exact: true }).dblclick();
  await expect(toast(page, '連携を解除しました')).toBeVisible();
  await expect(page.getByRole('link', { name: 'トレーナーと連携する' })).toBeVisible();
  for (const call of ['', '/workouts', '/training-status', '/training-sessions']) {
    expect((await callApi(embedded, trainer, 'GET', path + call)).status, call).toBe(404);
  }
  await expect(cards(page)).toContainText('肩の立て直し');
  await expectClean(page);
  await page.goto('/training-status');
  await expect(page.getByRole('link', { name: /チェストプレス/ })).toBeVisible();
  await expect(note).toBeHidden();
});

test('without a network nothing is said to be ended', async ({
  page,
  context,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  await openAs(page, member, '/my-trainer');
  await press(page, '連携を解除する');
  await context.setOffline(true);
  await press(page, '解除する');
  await expect(toast(page, 'ネットワークエラー').first()).toBeVisible();
  await expect(trainerCard(page)).toBeVisible();
  await context.setOffline(false);
  expect((await callApi(embedded, trainer, 'GET', `/trainer/members/${memberId}`)).status).toBe(
    200,
  );
  await press(page, '連携を解除する');
  await press(page, '解除する');
  await expect(toast(page, '連携を解除しました')).toBeVisible();
  forgiveComplaints('ERR_INTERNET_DISCONNECTED');
  forgiveComplaints('NetworkError');
});
