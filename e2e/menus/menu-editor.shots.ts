import { callApi, openAs, test } from '#support/members/members.ts';
import { createShots, sizes } from '#support/browser/shots.ts';

test.setTimeout(120_000);

const item = { workoutTypeId: 1, sets: 3, reps: 10, loadKg: null, restSeconds: 90 };
const session = {
  title: '胸と背中の日',
  description: '仕事帰りに45分で終わるメニューです。\n無理のない重量で行いましょう。',
  tags: ['胸', '背中', '45分'],
  visibility: 'public',
  items: [
    item,
    { ...item, workoutTypeId: 2, loadKg: 32.5 },
    { ...item, workoutTypeId: 4, sets: 4, reps: 8, restSeconds: 120 },
    { ...item, workoutTypeId: 5 },
    { ...item, workoutTypeId: 7, reps: 12, restSeconds: 60 },
  ],
};

/** Shows every state of the form for sessions. */
for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = createShots({ prefix: 'session-editor', size, viewport });

    test(`creates and changes a menu (${size})`, async ({ page, embedded, member }) => {
      const made = await callApi(embedded, member, 'POST', '/my/training-sessions', session);
      const id = String(made.json['trainingSessionId']);
      await openAs(page, member, '/training-sessions/new');
      await page.getByRole('heading', { level: 1, name: 'メニューの作成' }).waitFor();
      await shoot(page, 'new');
      await page.getByRole('button', { name: '保存する' }).click();
      await page.getByText('タイトルを入力してください').waitFor();
      await shoot(page, 'faults');
      await page.getByLabel('タグ', { exact: true }).fill('胸');
      await page.getByRole('option').first().waitFor();
      await shoot(page, 'tags', false);

      await page.goto(`/training-sessions/${id}/edit`);
      await page.getByRole('heading', { level: 1, name: 'メニューの編集' }).waitFor();
      await shoot(page, 'edit');
      await shoot(page, 'edit-top', false);
      await page.getByRole('button', { name: /^2. ペクトラルフライ/ }).click();
      await shoot(page, 'open');
      await page.getByRole('button', { name: '削除', exact: true }).click();
      await shoot(page, 'removed');
      await page.reload();
      await page.getByText('下書きを復元しました').waitFor();
      await shoot(page, 'restored');
      await page.getByRole('link', { name: '履歴' }).click();
      await page.getByRole('alertdialog').waitFor();
      await shoot(page, 'leave', false);
      await page.getByRole('button', { name: '編集を続ける' }).click();

      const changed = { ...session, title: '胸の日', items: session.items.slice(0, 3), version: 1 };
      await callApi(embedded, member, 'PUT', `/my/training-sessions/${id}`, changed);
      await page.getByLabel('タイトル').fill('胸と背中と腕の日');
      await page.getByRole('button', { name: '保存する' }).click();
      await page.getByRole('heading', { name: 'ほかの端末で内容が変更されています' }).waitFor();
      await shoot(page, 'conflict');
      await page.getByRole('button', { name: '編集を続ける' }).click();
      await callApi(embedded, member, 'DELETE', `/my/training-sessions/${id}`);
      await page.getByRole('button', { name: '保存する' }).click();
      await page.getByRole('heading', { name: 'このメニューは削除されています' }).waitFor();
      await shoot(page, 'deleted');
      await page.route('**/api/my/training-sessions', (route) => route.abort());
      await page.getByRole('button', { name: '新しいメニューとして保存' }).click();
      await page.getByText('接続を確認して').waitFor();
      await shoot(page, 'offline', false);
    });
  });
}
