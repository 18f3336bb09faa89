import { runSql } from './support/database.ts';
import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { callApi, openAs } from './support/member-steps.ts';
import { dayAhead, insertReservation, makeGym, showMine } from './support/reservations.ts';
import { createWorker } from './support/trainer-link.ts';
import { makeSession } from './support/training-sessions.ts';
import { insertWorkouts, someWorkouts } from './support/workouts.ts';

expectQuietConsole(test);

test('a record that staff corrected says when and why', async ({ page, embedded, member }) => {
  await insertWorkouts(embedded, member, someWorkouts);
  const { json } = await callApi(embedded, member, 'GET', '/workouts/latest');
  await runSql(
    embedded.dataDir,
    `update workouts set corrected_at = '2026-11-14T16:00:00Z', correction_reason = $2 where id = $1`,
    [json['id'], 'マシンの重さの設定が誤っていたため'],
  );
  await openAs(page, member, `/workouts/${String(json['id'])}`);
  await expect(page.getByText('スタッフが記録を修正しました')).toContainText(
    '2026年11月15日(日)に、スタッフが記録を修正しました。理由：マシンの重さの設定が誤っていたため',
  );
  await expectClean(page);
});

test('a reservation that the gym cancelled is told as long as it would be ahead', async ({
  page,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded, { name: 'TANREN 神田' });
  const ahead = await insertReservation(embedded, member, { gymId, day: dayAhead(1), hour: 10 });
  const over = await insertReservation(embedded, member, { gymId, day: dayAhead(-2), hour: 10 });
  await runSql(
    embedded.dataDir,
    `update training_reservations set cancelled_at = now(), gym_cancel_reason = $2
     where id = any($1)`,
    [[ahead, over], '設備点検のため'],
  );
  await openAs(page, member, `/reservations?gym=${gymId}`);
  const notices = page.getByRole('region', { name: '店舗の都合で取り消された予約' });
  await expect(notices.getByText('取り消されました')).toHaveCount(1);
  await expect(notices).toContainText('理由：設備点検のため');
  await expectClean(page);
  await showMine(page);
  await page.getByText('過去の予約', { exact: true }).click();
  await expect(page.getByText('・店舗の都合で取り消されました（設備点検のため）')).toHaveCount(2);
});

test('the author of a hidden session reads why, and cannot publish it again', async ({
  page,
  embedded,
  member,
}) => {
  const id = await makeSession(embedded, member, { title: '休みなしの百回' });
  await runSql(
    embedded.dataDir,
    `update training_sessions set hidden_reason = $2, visibility = 'private' where id = $1`,
    [id, 'けがにつながる内容のため'],
  );
  await openAs(page, member, `/training-sessions/${id}`);
  await expect(page.getByText('スタッフの判断で非公開になりました')).toContainText(
    '理由：けがにつながる内容のため',
  );
  await expectClean(page);
  await page.getByRole('link', { name: '編集する' }).click();
  await expect(heading(page, 'セッションの編集')).toBeVisible();
  await page.getByText('公開', { exact: true }).click();
  await press(page, '保存する');
  await expect(page.getByText('「非公開」にすると、内容を保存できます')).toBeVisible();
  forgiveComplaints('409');
});

for (const [group, label, path] of [
  ['trainer', 'トレーナー画面', '/trainer'],
  ['staff', 'スタッフ画面', '/staff'],
] as const) {
  test(`the menu leads ${group}s to ${path}, and nobody else`, async ({
    page,
    embedded,
    member,
    browser,
  }) => {
    const worker = await createWorker(embedded, group, 'コウジ');
    await openAs(page, worker, '/settings');
    await page.getByRole('main').getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(path);
    const other = await browser.newPage({ baseURL: embedded.url });
    await openAs(other, member, '/settings');
    await expect(heading(other, '設定')).toBeVisible();
    await expect(other.getByRole('link', { name: label })).toBeHidden();
    await expect(other.getByRole('heading', { name: '業務' })).toBeHidden();
    await other.close();
  });
}
