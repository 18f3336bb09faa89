import {
  callApi,
  expect,
  expectQuietConsole,
  heading,
  openAs,
  press,
  test,
  toast,
} from '#support/members.ts';
import { cards } from '#support/training-sessions.ts';
import {
  createWorker,
  expectEnded,
  linkTrainer,
  loadCard,
  makeSessionFor,
  openDevice,
  openMember,
  tab,
} from '#support/trainers.ts';
import { insertWorkouts, someWorkouts } from '#support/workouts.ts';

expectQuietConsole(test);

test('ending the link shuts the trainer out at once, and leaves the sessions', async ({
  page,
  browser,
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
  await page.getByRole('link', { name: /チェストプレス/ }).click();
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await expect(note).toBeVisible();

  const tablet = await openDevice(browser, embedded.url);
  await openMember(tablet, trainer, memberId);
  await tab(tablet, '種目と重量').click();
  const card = loadCard(tablet, 'チェストプレス');
  await card.getByRole('button', { name: '指定を変更する' }).click();
  await card.getByLabel('理由').fill('もう届きません。');

  await page.goto('/my-trainer');
  await press(page, '連携を解除する');
  await page.getByRole('button', { name: '解除する', exact: true }).dblclick();
  await expect(toast(page, '連携を解除しました')).toBeVisible();
  for (const call of ['', '/workouts', '/training-status', '/training-sessions']) {
    expect((await callApi(embedded, trainer, 'GET', path + call)).status, call).toBe(404);
  }
  await card.getByRole('button', { name: '指定する', exact: true }).click();
  await expectEnded(tablet, 'テツ');
  await tablet.getByRole('link', { name: '担当会員の一覧へ' }).click();
  await expect(tablet.getByText('担当会員はまだいません')).toBeVisible();
  await tablet.goto(`${path}?view=history`);
  await expectEnded(tablet, 'テツ');
  await tablet.context().close();

  await expect(cards(page)).toContainText('肩の立て直し');
  await page.goto('/training-status');
  await expect(page.getByRole('link', { name: /チェストプレス/ })).toBeVisible();
  await expect(note).toBeHidden();
});
