import {
  createReadyMember,
  expect,
  expectMissing,
  expectQuietConsole,
  heading,
  openAs,
  press,
  test,
  toast,
} from '#support/members/members.ts';
import { add, openNew, readMine, row } from '#support/menus/menu-editor.ts';
import {
  cards,
  changeMenu,
  heart,
  itemOf,
  newWord,
  searchAddress,
  tab,
  tags,
  titles,
} from '#support/menus/menus.ts';
import { openDevice } from '#support/trainers/trainers.ts';

expectQuietConsole(test);

test('another member finds a created menu, depending on its visibility', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const word = newWord();
  const title = `${word} 朝の全身`;
  await openNew(page, member);
  await page.getByLabel('タイトル').fill(` ${title} `);
  await page.getByText('説明・タグ・公開範囲').click();
  await page.getByLabel('説明').fill('起きてすぐ\n軽めに');
  const tagField = page.getByRole('combobox', { name: 'タグ' });
  await tagField.fill(`＃${word}`);
  await tagField.press('Enter');
  // The list of tags closes when the field loses the focus.
  await tagField.blur();
  await page.getByRole('radio', { name: '公開', exact: true }).check();
  await add(page, 'チェストプレス');
  await add(page, 'レッグプレス');
  await row(page, 'レッグプレス').click();
  await page.getByLabel('重量を指定').check();
  await page.getByRole('spinbutton', { name: '重量' }).fill('１００');
  await press(page, '保存する');
  await expect(toast(page, '保存しました')).toBeVisible();
  await expect(page).toHaveURL(/\/training-sessions\/\d+$/);
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  expect((await readMine(embedded, member, id)).json).toMatchObject({
    title,
    description: '起きてすぐ\n軽めに',
    tags: [word],
    visibility: 'public',
    items: [itemOf(1), itemOf(11, { loadKg: 100 })],
    version: 1,
  });

  const haru = await createReadyMember(embedded);
  const phone = await openDevice(browser, embedded.url);
  await openAs(phone, haru, searchAddress({ query: word }));
  await expect(titles(phone)).toHaveText([title]);
  await expect(cards(phone)).toContainText('テツ');
  await titles(phone).getByRole('link').click();
  await expect(heading(phone, title)).toBeVisible();
  await heart(phone).click();
  await phone.getByRole('link', { name: `#${word}` }).click();
  await expect(heart(phone, title)).toHaveAttribute('aria-pressed', 'true');
  await tab(phone, 'お気に入り').click();
  // The search shows the same menu until this page has loaded.
  await expect(heading(phone, 'お気に入り')).toBeVisible();
  await expect(titles(phone)).toHaveText([title]);
  await heart(phone, title).click();
  await expect(heart(phone, title)).toHaveAttribute('aria-pressed', 'false');
  // The list is fetched again after the tap. That must not happen after the next change.
  await phone.waitForLoadState('networkidle');

  await changeMenu(embedded, member, id, { visibility: 'private' });
  await heart(phone, title).click();
  await expect(toast(phone, 'お気に入りを変更できませんでした')).toBeVisible();
  await expectMissing(phone, `/training-sessions/${id}`);
  await expectMissing(phone, `/training-sessions/${id}/edit`);
  await phone.goto('/favorite-training-sessions');
  await expect(phone.getByText('気になるメニューのハートを押すと、ここに並びます。')).toBeVisible();
  await phone.goto(searchAddress({ query: word }));
  await expect(phone.getByText('見つかりませんでした')).toBeVisible();
  await expect(tags(phone).getByRole('link', { name: `#${word}` })).toHaveCount(0);

  await changeMenu(embedded, member, id, { visibility: 'public' });
  await phone.goto(searchAddress({ tag: word }));
  await expect(titles(phone)).toHaveText([title]);
  await phone.context().close();
});
