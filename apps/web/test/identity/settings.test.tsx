import {
  deleteTanrenConnection,
  getTanrenConnection,
} from '@tanren/contract/machines/tanren-connection';
import { eraseMemberData } from '@tanren/contract/members/userinfo';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { alert, button, heading, press, toast } from '#test/support/locators.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import { memberSub } from '#test/support/session.ts';
import { grantTokens, openUserPool, rejectByPool } from '#test/support/user-pool.ts';
import { standMachine } from '#test/machines/linked-machine.ts';
import { codeField, email } from './identity-forms.ts';

const attributes = {
  Username: memberSub,
  UserAttributes: [{ Name: 'email', Value: 'tetsu@tanren.example' }],
};
const leaving = 'アプリのアカウントを削除';
const question = () => page.getByRole('alertdialog', { name: 'Confirm Delete' });

const leaveQuestion = () =>
  page.getByRole('alertdialog', { name: 'ログアウトしますか', exact: true });
const everywhereQuestion = () =>
  page.getByRole('alertdialog', { name: 'すべての端末からログアウトしますか' });

async function openSettings() {
  const shown = await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  return shown;
}

test('the settings name the account and list all pages in rows large enough for a finger', async () => {
  await openSettings();
  await expect.element(page.getByText('tetsu@tanren.example でログイン中')).toBeVisible();
  await expectAccessible();
  const rows = page.getByRole('main').getByRole('listitem').elements();
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) expect(row.getBoundingClientRect().height).toBeGreaterThanOrEqual(56);
});

test('マイページ lists everyday pages first, in the order in which they are needed', async () => {
  await page.viewport(820, 1180);
  await openSettings();
  const tiles = page.getByRole('navigation', { name: 'トレーニング' }).getByRole('link');
  expect(tiles.elements().map(({ textContent }) => textContent)).toEqual([
    'マイメニュー',
    'トレーニング状況',
    'ランキング',
    'マイトレーナー',
  ]);
  const sections = page.getByRole('main').getByRole('heading', { level: 2 });
  expect(
    sections
      .elements()
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  ).toEqual(['ジム', 'お知らせ・ガイド', '設定']);
  await expectAccessible();
  expectNoSidewaysScroll();
});

test('signing out leaves nothing of the member on the device, and the guard checks again', async () => {
  openUserPool({ RevokeToken: {} });
  sessionStorage.setItem('tanren:code:email-change', '{}');
  localStorage.setItem(`tanren:draft:${memberSub}:new`, '{}');
  const { address, go } = await openSettings();
  await press('ログアウト');
  await expect.element(heading('ログイン')).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
  expect(localStorage).toHaveLength(0);
  await go('/settings');
  expect(address()).toBe('/login?next=%2Fsettings');
});

const listStored = () => Object.entries(localStorage);
/** The SHA-256 of the refresh token that every test signs in with. */
const hashedToken = 'sha256:febe1d741b49e5a9c31526728d8c5134a803adfc4c04c4f052673722ed85597e';

test('a sign-out without a network ends the sign-in on the server when the network is back', async () => {
  const pool = openUserPool({ RevokeToken: {} });
  await openSettings();
  setOnline(false);
  await press('ログアウト');
  await expect.element(heading('ログイン')).toBeVisible();
  expect(pool.listOperations()).toEqual([]);
  // No credentials stay on the device.
  expect(listStored()).toEqual([['tanren:sign-out', JSON.stringify([hashedToken])]]);

  setOnline(true);
  await expect.poll(() => pool.listInputs('RevokeToken')).toMatchObject([{ Token: hashedToken }]);
  await expect.poll(listStored).toEqual([]);
  ignoreConsoleErrors('NetworkError');
});

test('a sign-out without an answer is sent again at the next visit', async () => {
  const pool = openUserPool({ RevokeToken: lost });
  await openSettings();
  await press('ログアウト');
  await expect.element(heading('ログイン')).toBeVisible();
  expect(pool.listOperations()).toEqual(['RevokeToken']);
  unmountPage();
  pool.answer('RevokeToken', {});
  await renderPage('/login', { session: null });
  await expect.poll(() => pool.listInputs('RevokeToken')).toHaveLength(2);
  await expect.poll(listStored).toEqual([]);
});

test('warns a linked member that the machine is unlinked, and can be cancelled', async () => {
  openUserPool({ RevokeToken: {} });
  standMachine();
  const { address } = await openSettings();
  await press('ログアウト');
  await expect.element(leaveQuestion()).toHaveTextContent('マシンとの接続も解除します');
  await expect.element(leaveQuestion()).toHaveTextContent('ここまでの記録は保存されます');
  await expectAccessible();
  await press('ログアウトしない');
  await expect.element(leaveQuestion()).not.toBeInTheDocument();
  await expect.element(button('ログアウト')).toHaveFocus();
  expect(listCalls(deleteTanrenConnection)).toEqual([]);
  await press('ログアウト');
  await press('ログアウトする');
  await expect.element(heading('ログイン')).toBeVisible();
  expect(address()).toBe('/login');
  expect(listCalls(deleteTanrenConnection)).toHaveLength(1);
});

test('a machine that cannot be reached does not block the sign-out, and the text stays true', async () => {
  openUserPool({ RevokeToken: {} });
  standMachine();
  answer(deleteTanrenConnection, lost);
  await openSettings();
  await press('ログアウト');
  await press('ログアウトする');
  await expect.element(heading('ログイン')).toBeVisible();
  await expect.element(toast('マシンとの接続を解除できませんでした')).toBeVisible();
});

test('asks about the last known link without a network', async () => {
  openUserPool({ RevokeToken: {} });
  standMachine();
  const { go } = await renderPage('/tanren-link');
  await expect.element(heading('チェストプレス')).toBeVisible();
  await go('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  answer(getTanrenConnection, lost);
  await press('ログアウト');
  await expect.element(leaveQuestion()).toBeVisible();
});

test('asks before signing out everywhere, and shows success or failure', async () => {
  const pool = openUserPool({ GetUser: lost, GlobalSignOut: {} });
  await openSettings();
  await press('すべての端末からログアウト');
  await expect.element(everywhereQuestion()).toHaveTextContent('すべての端末からログアウトします');
  await expectAccessible();
  await press('ログアウトしない');
  await expect.element(everywhereQuestion()).not.toBeInTheDocument();
  expect(pool.listOperations()).toEqual([]);
  await press('すべての端末からログアウト');
  await press('ログアウトする');
  await expect.element(toast('ログアウトできませんでした')).toBeVisible();
  ignoreConsoleErrors('NetworkError');
  await expect.element(heading('マイページ')).toBeVisible();
  expect(pool.listInputs('GlobalSignOut')).toEqual([]);
  pool.answer('GetUser', attributes);
  await press('すべての端末からログアウト');
  await press('ログアウトする');
  await expect.element(toast('すべての端末からログアウトしました')).toBeVisible();
  await expect.element(heading('ログイン')).toBeVisible();
  expect(pool.listInputs('GlobalSignOut')).toHaveLength(1);
  // The page ends the link itself, because an external pool cannot notify the server.
  expect(listCalls(deleteTanrenConnection).length).toBeGreaterThan(0);
});

// spec 4.32, 4.33, 4.34, 7.49
test('asks before deleting the account, and the keyboard can close the dialog', async () => {
  const pool = openUserPool({ DeleteUser: {}, RevokeToken: {} });
  answer(eraseMemberData, null);
  for (const whose of [memberSub, 'somebody-else']) {
    localStorage.setItem(`tanren:draft:${whose}:new`, '{}');
  }
  const { address } = await openSettings();
  await press(leaving);
  await expect
    .element(question().getByRole('heading'))
    .toHaveTextContent('Confirm Deleteアカウントを削除しますか');
  await expect
    .element(question())
    .toHaveTextContent('ジムの会員契約は、アカウントを削除しても続きます。');
  await expect.element(question().getByRole('button', { name: '削除しない' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(button(leaving)).toHaveFocus();
  await press(leaving);
  await press('削除する');
  await expect
    .element(page.getByRole('alertdialog', { name: 'アカウントを削除しました' }))
    .toBeVisible();
  await expectAccessible();
  expect(listCalls(eraseMemberData)).toHaveLength(1);
  expect(pool.listInputs('DeleteUser')).toHaveLength(1);
  await press('OK');
  await expect.element(heading('ログイン')).toBeVisible();
  expect(address()).toBe('/login');
  expect(Object.keys(localStorage)).toEqual([]);
});

// spec 4.32, 4.33, 4.34
test('asks for an old password inside the dialog before a deletion', async () => {
  const pool = openUserPool({ DeleteUser: {}, RevokeToken: {} });
  answer(eraseMemberData, rejectWith(403, 'recent_authentication_required'));
  const { address } = await openSettings();
  await press(leaving);
  await press('削除する');
  const field = question().getByLabelText('パスワード', { exact: true });
  await expect.element(field).toHaveFocus();
  await expect.element(question()).toHaveTextContent('次のデータはすべて消去され');
  expect(page.getByRole('dialog').elements()).toEqual([]);
  expect(page.getByRole('alertdialog').elements()).toHaveLength(1);
  await expectAccessible();
  expectNoSidewaysScroll();
  await press('削除しない');
  await expect.element(question()).not.toBeInTheDocument();
  expect(pool.listOperations()).toEqual([]);

  await press(leaving);
  await press('削除する');
  await field.fill('ryokucha77');
  answer(eraseMemberData, null);
  await press('削除する');
  await expect
    .element(page.getByRole('alertdialog', { name: 'アカウントを削除しました' }))
    .toBeVisible();
  expect(pool.listInputs('DeleteUser')).toHaveLength(1);
  await press('OK');
  await expect.element(heading('ログイン')).toBeVisible();
  expect(address()).toBe('/login');
});

test('shows a rejected deletion in the dialog, and can be repeated', async () => {
  const pool = openUserPool({ DeleteUser: rejectByPool('TooManyRequestsException') });
  answer(eraseMemberData, null);
  localStorage.setItem(`tanren:draft:${memberSub}:new`, '{}');
  await openSettings();
  await press(leaving);
  await press('削除する');
  await expect.element(question().getByRole('alert')).toHaveTextContent('混み合っています');
  expect(localStorage.getItem(`tanren:draft:${memberSub}:new`)).toBe('{}');
  pool.answer('DeleteUser', {});
  await press('削除する');
  await expect
    .element(page.getByRole('alertdialog', { name: 'アカウントを削除しました' }))
    .toBeVisible();
});

// spec 7.47
test('shows a wrong current password at its field, and a change leads back to the settings', async () => {
  const pool = openUserPool({ ChangePassword: rejectByPool('NotAuthorizedException') });
  await openSettings();
  await page.getByRole('link', { name: 'パスワードの変更' }).click();
  await expect.element(heading('パスワードの変更')).toBeVisible();
  const current = page.getByLabelText('現在のパスワード', { exact: true });
  await current.fill('wrong-2024');
  await page.getByLabelText('新しいパスワード', { exact: true }).fill('steel-2025-gym');
  await press('変更する');
  await expect.element(alert()).toHaveTextContent(/^現在のパスワードが正しくありません。$/);
  await expect.element(current).toHaveFocus();
  await expectAccessible();
  pool.answer('ChangePassword', {});
  await current.fill('iron-2024-gym');
  await press('変更する');
  await expect.element(toast('パスワードを変更しました')).toBeVisible();
  await expect.element(heading('マイページ')).toBeVisible();
  expect(pool.listInputs('ChangePassword').at(-1)).toMatchObject({
    PreviousPassword: 'iron-2024-gym',
    ProposedPassword: 'steel-2025-gym',
  });
});

test('rejects the current password as a new one', async () => {
  const pool = openUserPool({ ChangePassword: {} });
  await renderPage('/settings/change-password');
  await page.getByLabelText('現在のパスワード', { exact: true }).fill('iron-2024-gym');
  const fresh = page.getByLabelText('新しいパスワード', { exact: true });
  await fresh.fill('iron-2024-gym');
  await press('変更する');
  const words = page.getByText('現在のパスワードとは違うものを入力してください');
  await expect.element(words).toBeVisible();
  await expect.element(fresh).toHaveFocus();
  await expectAccessible();
  expect(pool.listOperations()).toEqual([]);
  await fresh.fill('steel-2025-gym');
  await expect.element(words).not.toBeInTheDocument();
});

const newEmail = 'hagane@tanren.example';
const newEmailField = () => page.getByLabelText('新しいメールアドレス');

const codeSent = {
  CodeDeliveryDetailsList: [
    { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'h***' },
  ],
};

// spec 7.48
test('the new address counts after its code is entered, also after a reload', async () => {
  const pool = openUserPool({
    UpdateUserAttributes: codeSent,
    VerifyUserAttribute: rejectByPool('CodeMismatchException'),
    GetTokensFromRefreshToken: () => grantTokens(newEmail),
  });
  await renderPage('/settings');
  await page.getByRole('link', { name: 'メールアドレスの変更' }).click();
  await newEmailField().fill(email);
  await press('確認コードを受け取る');
  await expect.element(page.getByText('現在と同じメールアドレスです')).toBeVisible();
  await expectAccessible();
  expect(pool.listOperations()).toEqual([]);
  await newEmailField().fill(newEmail);
  await press('確認コードを受け取る');
  await expect.element(codeField()).toHaveFocus();
  unmountPage();
  await renderPage('/settings/email?step=confirm');
  await expect.element(page.getByText(newEmail)).toBeVisible();
  await expectAccessible();
  await codeField().fill('1234 5678');
  await press('変更する');
  await expect.element(alert()).toHaveTextContent('コードが正しくありません');
  await expect.element(codeField()).toHaveFocus();
  pool.answer('VerifyUserAttribute', {});
  await press('変更する');
  await expect.element(toast('メールアドレスを変更しました')).toBeVisible();
  expect(pool.listInputs('VerifyUserAttribute').at(-1)).toMatchObject({ Code: '12345678' });
  await expect.element(heading('マイページ')).toBeVisible();
  await expect.element(page.getByText(`${newEmail} でログイン中`)).toBeVisible();
});

test('shows at the field that another member has the address', async () => {
  openUserPool({ UpdateUserAttributes: rejectByPool('AliasExistsException') });
  await renderPage('/settings/email');
  await newEmailField().fill(newEmail);
  await press('確認コードを受け取る');
  await expect.element(alert()).toHaveTextContent('ほかのアカウントで使われています');
  await expect.element(newEmailField()).toHaveFocus();
});

test('asks for an old password in place, and sends the kept input', async () => {
  let attempts = 0;
  const pool = openUserPool({
    UpdateUserAttributes: () => {
      attempts += 1;
      return attempts === 1
        ? rejectByPool('NotAuthorizedException', 'Recent authentication is required.')
        : codeSent;
    },
  });
  await renderPage('/settings/email');
  await newEmailField().fill(newEmail);
  await press('確認コードを受け取る');
  await page.getByLabelText('パスワード', { exact: true }).fill('ryokucha77');
  await press('確認する');
  await expect.element(codeField()).toHaveFocus();
  expect(pool.listInputs('UpdateUserAttributes')).toMatchObject([
    { UserAttributes: [{ Name: 'email', Value: newEmail }] },
    { UserAttributes: [{ Name: 'email', Value: newEmail }] },
  ]);
});

const workMenu = () => page.getByRole('main').getByRole('region', { name: '業務' });

test.each([
  ['trainer', 'トレーナー画面', '/trainer'],
  ['staff', '店舗管理', '/staff'],
] as const)(
  'the menu leads a %s to their own pages, and to no others',
  async (group, label, path) => {
    await renderPage('/settings', { session: { groups: [group] } });
    const links = workMenu().getByRole('link');
    await expect.element(links).toHaveTextContent(label);
    await expect.element(links).toHaveAttribute('href', path);
  },
);

test('members have no such menu', async () => {
  await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  await expect.element(workMenu()).not.toBeInTheDocument();
  const hrefs = page
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'));
  expect(hrefs).not.toContain('/trainer');
  expect(hrefs).not.toContain('/staff');
});
