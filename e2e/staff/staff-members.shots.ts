import { signIn } from '#support/identity/accounts.ts';
import { runSql, test } from '#support/server/embedded-server.ts';
import { startMachine } from '#support/machines/machine.ts';
import { callApi, createReadyMember } from '#support/members/members.ts';
import { nameMember } from '#support/workouts/rankings.ts';
import { ensureGyms } from '#support/gyms/gyms.ts';
import { createShots, openPage, tabletSizes } from '#support/browser/shots.ts';
import { createWorker } from '#support/trainers/trainers.ts';
import { changeMenu, makeMenu } from '#support/menus/menus.ts';
import { insertWorkouts, readSub, someWorkouts } from '#support/workouts/workouts.ts';

test.setTimeout(300_000);

/** Shows a member with records and reports, and the log entries about them. */
for (const [size, viewport] of Object.entries(tabletSizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = createShots({ prefix: 'staff', size, viewport });

    test(`members and reports (${size})`, async ({ page, embedded }) => {
      const staff = await createWorker(embedded, 'staff', 'スタッフ佐藤');
      const members = await Promise.all([0, 1].map(() => createReadyMember(embedded)));
      const [author, reporter] = members as [(typeof members)[0], (typeof members)[0]];
      await nameMember(embedded, author, { nickname: '鉄のハル' });
      await nameMember(embedded, reporter, { nickname: '鉄のテツ' });
      await ensureGyms(embedded);
      await insertWorkouts(embedded, author, someWorkouts);
      const machine = await startMachine(embedded);
      await machine.stop();
      await runSql(embedded.dataDir, 'update workouts set machine_id = $1', [machine.id]);
      await page.goto('/');
      await signIn(page, staff);
      await page.getByRole('navigation', { name: 'メインメニュー' }).waitFor();

      await openPage(page, '/staff/members');
      await page.getByLabel('会員を探す').fill('鉄');
      await page.getByRole('button', { name: '検索する' }).click();
      await page.getByText('人見つかりました').waitFor();
      await shoot(page, 'members');
      const member = await readSub(author);
      await openPage(page, `/staff/members/${member}`);
      await shoot(page, 'member');
      await page.getByRole('button', { name: '会員データを削除する' }).click();
      await page.getByRole('button', { name: 'すべて削除する' }).click();
      await shoot(page, 'member-delete', false);
      await page.getByRole('button', { name: 'やめる' }).click();
      await page
        .getByRole('link', { name: /チェストプレス/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: 'チェストプレス' }).waitFor();
      await shoot(page, 'workout');
      await page.getByRole('button', { name: '修正する' }).click();
      await page.getByRole('button', { name: '2セット目を除く' }).click();
      await page.getByLabel('重量', { exact: true }).first().press('ArrowDown');
      await shoot(page, 'workout-correct');
      await page.getByLabel('修正の理由').fill('重量の設定が誤っていたため');
      await page.getByRole('button', { name: '修正を保存する' }).click();
      await page.getByText('にスタッフが修正しました').waitFor();
      await shoot(page, 'workout-corrected');
      await page.getByRole('button', { name: '削除する' }).click();
      await shoot(page, 'workout-remove', false);
      await page.getByRole('button', { name: 'やめる' }).click();

      const title = '休みなしの百回チャレンジ';
      const id = await makeMenu(embedded, author, {
        title,
        description: '休みは要りません。',
        tags: ['上級'],
      });
      await callApi(embedded, reporter, 'POST', `/training-sessions/${id}/reports`, {
        reason: 'dangerous',
        comment: '休憩がなく、初心者の方がまねをすると危ないと思います。',
      });
      await changeMenu(embedded, author, id, { description: '無理のない範囲で。' });
      await openPage(page, '/staff/session-reports');
      await shoot(page, 'session-reports');
      await page.getByRole('button', { name: '非公開にする' }).first().click();
      await shoot(page, 'session-report-hide', false);
      await page.getByLabel('理由').fill('けがにつながる内容のため');
      await page.getByRole('dialog').getByRole('button', { name: '非公開にする' }).click();
      await page.getByText('未対応の報告はありません').waitFor();
      await shoot(page, 'session-reports-none');
      await openPage(page, '/staff/session-reports?state=decided');
      await shoot(page, 'session-reports-decided');
      await openPage(page, '/staff/audit-log');
      await shoot(page, 'audit-log');
    });
  });
}
