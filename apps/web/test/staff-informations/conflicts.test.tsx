import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { heading, press } from '#test/support/locators.ts';
import { openNoticeBoard } from './staff-informations.ts';
import { conflictPanel, openAsStaff } from '#test/staff/staff-page.ts';

const rows = () => page.getByRole('main').getByRole('listitem');
const words = () => page.getByLabelText('本文');

/** One that a colleague changes or removes while it is open here. */
async function openDraft(content: string) {
  const board = openNoticeBoard();
  const { id } = board.write(content);
  await openAsStaff(`/staff/informations/${id}`);
  await expect.element(words()).toHaveValue(content);
  return {
    board,
    change: (theirs: string) => board.change(id, { content: theirs, publishAt: null }),
    remove: () => {
      board.remove(id);
    },
  };
}

test('a colleague was faster: both are shown, and one is chosen', async () => {
  const { board, change } = await openDraft('はじめの文');
  await words().fill('自分の文');
  change('同僚の文');
  await press('下書きを保存する');
  await expect.element(conflictPanel()).toHaveTextContent('同僚の文');
  await expectAccessible();
  await press('最新の内容を読み込む');
  await expect.element(words()).toHaveValue('同僚の文');
  await words().fill('自分の文');
  change('また同僚の文');
  await press('下書きを保存する');
  await expect.element(conflictPanel()).toHaveTextContent('また同僚の文');
  await press('自分の内容で上書きする');
  await expect.element(rows().first()).toHaveTextContent('自分の文');
  expect(board.contents()).toEqual(['自分の文']);
});

test('one that a colleague has taken away is saved as a new one', async () => {
  const { board, remove } = await openDraft('はじめの文');
  await words().fill('消えたあとの文');
  remove();
  await press('下書きを保存する');
  await expect.element(page.getByText('このお知らせは削除されています')).toBeVisible();
  await expectAccessible();
  await press('新しいお知らせとして保存する');
  await expect.element(rows().first()).toHaveTextContent('消えたあとの文');
  expect(board.contents()).toEqual(['消えたあとの文']);
});

test('an announcement that is not there', async () => {
  openNoticeBoard();
  await openAsStaff('/staff/informations/2147483647');
  await expect.element(heading('Page not found')).toBeVisible();
});
