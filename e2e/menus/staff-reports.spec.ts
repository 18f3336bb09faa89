import {
  callApi,
  createReadyMember,
  expect,
  expectQuietConsole,
  heading,
  openAs,
  test,
  toast,
} from '#support/members/members.ts';
import { nameMember } from '#support/workouts/rankings.ts';
import { changeMenu, makeMenu, newWord } from '#support/menus/menus.ts';
import { createWorker } from '#support/trainers/trainers.ts';

test.use({ viewport: { width: 820, height: 1180 } });
expectQuietConsole(test);

test('hides a reported menu with a reason that its author reads, and shows it again', async ({
  page,
  embedded,
  member: author,
}) => {
  await nameMember(embedded, author, { nickname: '作者のハル' });
  const title = newWord();
  const id = await makeMenu(embedded, author, { title, description: '<b>休みなし</b>で百回' });
  const [reporter, other] = [await createReadyMember(embedded), await createReadyMember(embedded)];
  const report = (by: typeof reporter, reason: string, comment: string) =>
    callApi(embedded, by, 'POST', `/training-sessions/${id}/reports`, { reason, comment });
  expect((await report(reporter, 'dangerous', 'けがをしそうです')).status).toBeLessThan(300);
  expect((await report(other, 'other', '')).status).toBeLessThan(300);
  await changeMenu(embedded, author, id, { description: '書き直しました' });

  const staff = await createWorker(embedded, 'staff', 'スタッフ佐藤');
  await openAs(page, staff, '/staff/session-reports');
  await expect(heading(page, '報告')).toBeVisible();
  const cards = page.getByRole('article', { name: `${title}への報告` });
  await expect(cards).toHaveCount(2);
  const card = cards.filter({ hasText: '危険な内容' });
  await expect(card).toContainText('2人が報告しています');
  await expect(card).toContainText('作成者 作者のハル');
  await expect(card).toContainText('<b>休みなし</b>で百回');
  await expect(card).toContainText('書き直しました');

  await card.getByRole('button', { name: '非公開にする' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('理由').fill('けがにつながる内容のため');
  await dialog.getByRole('button', { name: '非公開にする' }).click();
  await expect(toast(page, '非公開にしました')).toBeVisible();
  // The decision applies to both reports.
  await expect(cards).toHaveCount(0);

  const seen = (by: typeof reporter) => callApi(embedded, by, 'GET', `/training-sessions/${id}`);
  expect((await seen(reporter)).status).toBe(404);
  expect((await seen(author)).json).toMatchObject({ hiddenReason: 'けがにつながる内容のため' });

  await page.getByRole('link', { name: '対応済み', exact: true }).click();
  await expect(cards).toHaveCount(2);
  await expect(card).toContainText('スタッフが非公開にしています');
  await expect(card).toContainText('に非公開にした');
  await card.getByRole('button', { name: '非公開を解除する' }).click();
  await dialog.getByRole('button', { name: '解除する' }).click();
  await expect(toast(page, '非公開を解除しました')).toBeVisible();
  await expect(card).toContainText('に非公開を解除した');
  expect((await seen(reporter)).status).toBe(200);
  expect((await seen(author)).json).toMatchObject({ hiddenReason: null });

  await page.goto('/staff/audit-log');
  const entries = page.getByRole('article').filter({ hasText: new RegExp(`メニュー${id}(?!\\d)`) });
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('メニューの非公開を解除');
  await expect(entries.last()).toContainText('メニューを非公開に変更');
  await expect(entries.last()).toContainText('理由：けがにつながる内容のため');
});
