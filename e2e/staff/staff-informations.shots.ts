import { signIn } from '#support/accounts.ts';
import { test } from '#support/embedded-server.ts';
import { callApi } from '#support/members.ts';
import { createShots, openPage, tabletSizes } from '#support/shots.ts';
import { createWorker } from '#support/trainers.ts';

test.setTimeout(120_000);

const words =
  '年末年始の営業時間について\n12月29日から1月3日までは10:00〜18:00の営業となります。\nご予約は /reservations からお願いいたします。\n詳しくは https://tanren.example/news/2026 をご覧ください。';

/** The frame of staff, and announcements from the first word on. */
for (const [size, viewport] of Object.entries(tabletSizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = createShots({ prefix: 'staff', size, viewport });

    test(`announcements (${size})`, async ({ page, embedded }) => {
      const staff = await createWorker(embedded, 'staff', 'スタッフ');
      const write = (publishAt: string | null, content: string) =>
        callApi(embedded, staff, 'POST', '/staff/informations', {
          content,
          publishAt,
          draftId: crypto.randomUUID(),
        });
      await write(null, '新しいマシンが入ります\n導入日が決まりしだい公開します。');
      await write('2030-01-01T01:00:00.000Z', words);
      const { json } = await write('2020-01-01T00:00:00.000Z', words);
      await page.goto('/');
      await signIn(page, staff);
      await page.getByRole('navigation', { name: 'メインメニュー' }).waitFor();
      await openPage(page, '/staff');
      await shoot(page, 'overview');
      await openPage(page, '/staff/informations');
      await shoot(page, 'informations');
      await openPage(page, '/staff/informations/new');
      await shoot(page, 'information-new', false);
      await page.getByRole('button', { name: '公開する' }).click();
      await shoot(page, 'information-empty', false);
      await page.getByLabel('本文').fill(words);
      await page.getByText('日時を指定して公開する').click();
      await shoot(page, 'information-planned');
      await page.goto(`/staff/informations/${String(json['id'])}`);
      await page.getByRole('dialog').or(page.getByLabel('本文')).first().waitFor();
      await page.getByRole('button', { name: '削除する' }).click();
      await shoot(page, 'information-delete', false);
      await page.getByRole('button', { name: '削除しない' }).click();
      await callApi(embedded, staff, 'PUT', `/staff/informations/${String(json['id'])}`, {
        content: '年末年始の営業時間について（訂正）',
        publishAt: null,
        version: 1,
      });
      await page.getByLabel('本文').fill('年末年始は休まず営業します。');
      await page.getByRole('button', { name: '変更を保存する' }).click();
      await page.getByText('ほかのスタッフが内容を変更しています').waitFor();
      await shoot(page, 'information-conflict');
    });
  });
}
