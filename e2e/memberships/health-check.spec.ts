import {
  expect,
  expectClean,
  expectQuietConsole,
  openAs,
  press,
  test,
} from '#support/members/members.ts';
import { makeGym, openSlots, button, slot, dayAhead } from '#support/booking/reservations.ts';
import { openPage, sizes } from '#support/browser/shots.ts';
import { runSql } from '#support/server/embedded-server.ts';
import { createWorker } from '#support/trainers/trainers.ts';
import { readSub } from '#support/workouts/workouts.ts';

expectQuietConsole(test);

test('a newcomer answers the health check with one yes, and the desk sees the mark and the answers', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded, { members: [member] });
  await runSql(embedded.dataDir, 'update gyms set health_check = true where id = $1', [gymId]);
  await openSlots(page, member, gymId);
  await button(page, '19:00〜20:00を予約する').click();
  await expect(slot(page, '19:00〜20:00')).toContainText('予約済み');
  // The reservation becomes one of today, because the board marks the people of today only.
  const sub = await readSub(member);
  await runSql(
    embedded.dataDir,
    `update training_reservations set gym_day = $2, starts_at = starts_at - interval '1 day',
       ends_at = ends_at - interval '1 day' where sub = $1`,
    [sub, dayAhead(0)],
  );

  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  const desk = await browser.newContext({ baseURL: embedded.url, viewport: sizes.tablet });
  const theirs = await desk.newPage();
  await openAs(theirs, staff, `/staff?gym=${gymId}&date=${dayAhead(0)}`);
  await expect(theirs.getByText('健康チェック：未回答').first()).toBeAttached();

  await openPage(page, '/');
  await page.getByRole('link', { name: /健康チェックにお答えください/ }).click();
  const questions = page.getByRole('main').getByRole('group');
  await expect(questions).toHaveCount(7);
  for (const question of await questions.all()) {
    const isInjury = (await question.textContent())?.includes('けが') ?? false;
    await question.getByText(isInjury ? 'はい' : 'いいえ', { exact: true }).click();
  }
  await press(page, '同意して回答を送る');
  await expect(
    page.getByText('医師に相談するか、ジムのスタッフにお声がけください。'),
  ).toBeVisible();
  await expectClean(page);
  await openPage(page, '/');
  await expect(page.getByRole('link', { name: /健康チェックにお答えください/ })).toHaveCount(0);

  await theirs.reload();
  const over = theirs.getByText(/^終わった枠/);
  const mark = theirs.getByRole('button', { name: /健康チェック：要確認/ });
  await expect(over.or(mark).first()).toBeVisible();
  if (!(await mark.isVisible())) await over.click();
  await mark.click();
  await expect(theirs.getByRole('dialog')).toContainText('けががありますか？');
  await expect(theirs.getByRole('dialog').getByText('はい', { exact: true })).toHaveCount(1);
  await expectClean(theirs);
  await desk.close();
  const logged = await runSql(
    embedded.dataDir,
    `select count(*)::int as views from staff_audit_log
     where member_sub = $1 and action = 'health-check.view'`,
    [sub],
  );
  expect(logged).toEqual([{ views: 1 }]);
});
