import {
  createTrainedMenu,
  deleteTrainedMenu,
  updateTrainedMenu,
} from '@tanren/contract/trainers/trainer-member-sessions';
import { getTrainedMember } from '@tanren/contract/trainers/trainer-members';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, toast } from '#test/support/locators.ts';
import { sampleTrainerMenu } from '#test/samples/menus.ts';
import { unmountPage } from '#test/support/render.tsx';
import {
  describeMember,
  expectEnded,
  memberId,
  memberPath,
  openAsTrainer,
  openTrainedMember,
  openTrainedMenus,
} from './trained-member.ts';

const title = () => page.getByLabelText('タイトル');
const row = (name: string) => page.getByRole('button', { name: new RegExp(`^\\d+\\. ${name}`) });
const menuLink = (name: string) => page.getByRole('link', { name, exact: true });
const dialog = () => page.getByRole('alertdialog');
const storedDrafts = () =>
  Object.keys(localStorage).filter((key) => key.startsWith('tanren:draft:'));

/** Checks the whole page at once: targets below the save bar would count as too small. */
async function expectEditorAccessible(): Promise<void> {
  await page.viewport(820, Math.max(1180, document.documentElement.scrollHeight));
  await expectAccessible();
  expectNoSidewaysScroll();
  await page.viewport(820, 1180);
}

test("おすすめ is the member's own load, and only the two of them see the menu", async () => {
  openTrainedMember();
  openTrainedMenus();
  const { address } = await openAsTrainer(`${memberPath}?view=sessions`);
  await expect
    .element(page.getByText('テツさん専用のメニューはまだありません。', { exact: true }))
    .toBeVisible();
  await page.getByRole('link', { name: '新しく作る' }).click();
  await expect.element(heading('メニューの作成')).toBeVisible();
  await page.getByText('説明・タグ', { exact: true }).click();
  await expect.element(page.getByText('公開範囲')).not.toBeInTheDocument();
  await title().fill('胸の日');
  await press('チェストプレスを追加');
  await row('チェストプレス').click();
  await expect.element(page.getByText('テツさんの次回の重量になります')).toBeVisible();
  await expect
    .element(page.getByText(/次回の重量 55kg・前回 52\.5kg×12回・最大重量 52\.5kg/))
    .toBeVisible();
  await page.getByRole('radio', { name: '重量を指定' }).click();
  await expect.element(page.getByRole('spinbutton', { name: '重量' })).toHaveValue('55');
  await expectEditorAccessible();
  await press('保存する');
  await expect.poll(address).toBe(`${memberPath}?view=sessions`);
  await expect.element(menuLink('胸の日')).toBeVisible();
  expect(listCalls(createTrainedMenu)).toMatchObject([
    { body: { title: '胸の日', visibility: 'private', items: [{ workoutTypeId: 1, loadKg: 55 }] } },
  ]);
});

test('a trainer fixes the order of a menu, and lets it go again', async () => {
  openTrainedMember();
  openTrainedMenus();
  const { address } = await openAsTrainer(`${memberPath}/training-sessions/new`);
  const fixed = page.getByRole('switch', { name: '順番を固定する' });
  await expect.element(fixed).not.toBeChecked();
  await title().fill('胸の日');
  await press('チェストプレスを追加');
  await fixed.click();
  await expect.element(fixed).toBeChecked();
  await expectEditorAccessible();
  await press('保存する');
  await expect.poll(address).toBe(`${memberPath}?view=sessions`);
  expect(listCalls(createTrainedMenu)).toMatchObject([{ body: { fixedOrder: true } }]);
  await menuLink('胸の日').click();
  await expect.element(fixed).toBeChecked();
  await fixed.click();
  await press('保存する');
  await expect
    .poll(() => listCalls(updateTrainedMenu))
    .toMatchObject([{ body: { fixedOrder: false } }]);
});

test('a draft belongs to its member, and shows no loads of a member who shares no records', async () => {
  const otherId = 8;
  openTrainedMember();
  openTrainedMenus();
  answer(getTrainedMember, ({ params }) =>
    params.memberId === memberId ? describeMember() : describeMember(otherId, []),
  );
  /** Opens a page as after a reload of the browser. */
  async function load(path: string): Promise<void> {
    unmountPage();
    await openAsTrainer(path);
  }
  await load(`${memberPath}/training-sessions/new`);
  await title().fill('胸の日');
  await press('チェストプレスを追加');
  await expect.poll(storedDrafts).toHaveLength(1);

  await load(`/trainer/members/${otherId}/training-sessions/new`);
  await expect.element(page.getByRole('link', { name: 'ハナさん' })).toBeVisible();
  await expect.element(title()).toHaveValue('');
  await press('チェストプレスを追加');
  await row('チェストプレス').click();
  await expect.element(page.getByText('ハナさんの次回の重量になります')).toBeVisible();
  expect(page.getByText(/次回の重量 \d/).elements()).toHaveLength(0);
  await expect.poll(storedDrafts).toHaveLength(2);
  await load('/training-sessions/new');
  await expect.element(page.getByText('説明・タグ・公開範囲')).toBeVisible();
  await expect.element(title()).toHaveValue('');
  await load(`${memberPath}/training-sessions/new`);
  await expect.element(page.getByText('下書きを復元しました')).toBeVisible();
  await expect.element(title()).toHaveValue('胸の日');
  await press('保存する');
  await expect.element(menuLink('胸の日')).toBeVisible();
  await expect.poll(storedDrafts).toEqual([expect.stringContaining(`:link:${otherId}:new`)]);
});

test('saves a menu that was deleted elsewhere as a new one', async () => {
  openTrainedMember();
  const sessions = openTrainedMenus(sampleTrainerMenu(3, { title: '胸の日' }));
  await openAsTrainer(`${memberPath}/training-sessions/3`);
  await title().fill('胸と背中の日');
  sessions.remove(3);
  await press('保存する');
  await expect
    .element(page.getByRole('heading', { name: 'このメニューは削除されています' }))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'テツさんのメニューへ' })).toBeVisible();
  await expectEditorAccessible();
  await press('新しいメニューとして保存');
  await expect.element(menuLink('胸と背中の日')).toBeVisible();
  expect(sessions.titles()).toEqual(['胸と背中の日']);
});

test('shows not found for an unknown menu', async () => {
  openTrainedMember();
  openTrainedMenus();
  await openAsTrainer(`${memberPath}/training-sessions/3`);
  await expect.element(heading('Page not found')).toBeVisible();
});

test('asks before deleting a menu', async () => {
  openTrainedMember();
  openTrainedMenus(sampleTrainerMenu(3, { title: '脚の日' }));
  await openAsTrainer(`${memberPath}?view=sessions`);
  await expect.element(menuLink('脚の日')).toBeVisible();
  await expectAccessible();
  await press('「脚の日」を削除する');
  await expect.element(dialog()).toHaveTextContent('テツさんの画面からも消えます');
  await dialog().getByRole('button', { name: '削除しない' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(listCalls(deleteTrainedMenu)).toEqual([]);
  await press('「脚の日」を削除する');
  await dialog().getByRole('button', { name: '削除する', exact: true }).click();
  await expect.element(toast('「脚の日」を削除しました')).toBeVisible();
  await expect.element(page.getByText('メニューはまだありません')).toBeVisible();
});

test('keeps the menu in the list when its deletion was lost', async () => {
  openTrainedMember();
  openTrainedMenus(sampleTrainerMenu(3, { title: '脚の日' }));
  answer(deleteTrainedMenu, lost);
  await openAsTrainer(`${memberPath}?view=sessions`);
  await press('「脚の日」を削除する');
  await dialog().getByRole('button', { name: '削除する', exact: true }).click();
  await expect.element(toast('ネットワークエラー').first()).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(button('「脚の日」を削除する')).toBeVisible();
  ignoreConsoleErrors('NetworkError');
});

test('removes the edited menu when the link ends meanwhile', async () => {
  const member = openTrainedMember();
  openTrainedMenus(sampleTrainerMenu(3, { title: '胸の日' }));
  await openAsTrainer(`${memberPath}/training-sessions/3`);
  await title().fill('胸の立て直し');
  await expect.poll(storedDrafts).toHaveLength(1);
  member.endLink();
  openTrainedMenus();
  await press('保存する');
  await expectEnded();
  await expect.element(page.getByRole('main')).not.toHaveTextContent('胸の立て直し');
  await expect.poll(storedDrafts).toEqual([]);
});
