import { callApi, openAs, test } from '#support/members/members.ts';
import { createShots, openPage, tabletSizes } from '#support/browser/shots.ts';
import {
  createWorker,
  endLink,
  linkTrainer,
  makeMenuFor,
  share,
  tab,
} from '#support/trainers/trainers.ts';
import { itemOf } from '#support/menus/menus.ts';
import { insertWorkouts, liftForAYear } from '#support/workouts/workouts.ts';

test.setTimeout(240_000);

/** Shows every page of a trainer in the sizes of tablets. */
for (const [size, viewport] of Object.entries(tabletSizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = createShots({ prefix: 'trainer', size, viewport });

    test(`a trainer and a member (${size})`, async ({ page, embedded, member }) => {
      const trainer = await createWorker(embedded, 'trainer', 'コウジ');
      await openAs(page, trainer, '/trainer');
      await page.getByText('担当会員はまだいません').waitFor();
      await shoot(page, 'members-none');
      await page.getByRole('textbox', { name: '連携コードを入力' }).fill('2222-2222');
      await page.getByRole('button', { name: '連携する' }).click();
      await page.getByText('会員の方に新しいコード').waitFor();
      await shoot(page, 'code-refused', false);

      const id = await linkTrainer(embedded, member, trainer);
      await insertWorkouts(embedded, member, liftForAYear());
      const items = [itemOf(1, { loadKg: 40 }), itemOf(4), itemOf(11)];
      await makeMenuFor(embedded, trainer, id, { title: '胸と背中の日', items });
      const made = { title: '肩の立て直し（軽め）', tags: ['肩', '20分'] };
      const session = await makeMenuFor(embedded, trainer, id, made);
      await callApi(embedded, trainer, 'PUT', `/trainer/members/${id}/next-loads/1`, {
        loadKg: 50,
        reason: 'フォームを整えるため、2週間は軽めにしましょう。',
      });
      const address = `/trainer/members/${id}`;
      await openPage(page, '/trainer');
      await shoot(page, 'members');
      await openPage(page, address);
      await shoot(page, 'overview');
      await openPage(page, `${address}?view=loads`);
      await shoot(page, 'loads');
      await page.getByRole('button', { name: '次回の重量を指定する' }).first().click();
      await shoot(page, 'load-choice');
      await openPage(page, `${address}?view=history`);
      await shoot(page, 'history', false);
      await openPage(page, `${address}?view=history&workoutType=1`);
      await shoot(page, 'history-type', false);
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
      await page.getByText('前回の記録').waitFor();
      await shoot(page, 'workout');
      await openPage(page, `${address}/training-history/1`);
      await shoot(page, 'course');
      await openPage(page, `${address}?view=sessions`);
      await shoot(page, 'sessions');
      await openPage(page, `${address}/training-sessions/new`);
      await shoot(page, 'session-new');
      await openPage(page, `${address}/training-sessions/${session}`);
      await page.getByRole('button', { name: /^1\. / }).click();
      await shoot(page, 'session-edit');
      await share(embedded, member, ['profile']);
      await openPage(page, `${address}?view=loads`);
      await shoot(page, 'not-shared');
      await openPage(page, address);
      await page.getByRole('button', { name: '連携を解除する' }).click();
      await shoot(page, 'end-link', false);
      await page.getByRole('button', { name: '解除しない' }).click();
      await endLink(embedded, member);
      await tab(page, '履歴').click();
      await page.getByRole('heading', { name: '連携が解除されました' }).waitFor();
      await shoot(page, 'ended', false);
    });
  });
}
