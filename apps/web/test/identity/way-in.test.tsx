import { agreeToTerms } from '@tanren/contract/members/terms-agreements';
import {
  createUserInfo,
  eraseMemberData,
  getUserInfo,
  updateUserInfo,
} from '@tanren/contract/members/userinfo';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, rejectWith, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import { memberSub, readyProfile, signIn } from '#test/support/session.ts';
import { openUserPool } from '#test/support/user-pool.ts';

const typed = {
  nickname: 'テツ',
  height: 170.5,
  weight: 65,
  exerciseHabit: 'weekly-2-3',
  trainingPurposes: ['health', 'strength'],
};
const stored = { ...readyProfile, agreedTermsAndConditionsVersion: 0 };

async function fillBody(): Promise<void> {
  await page.getByLabelText('ニックネーム').fill('テツ');
  await page.getByLabelText('身長').fill('１７０．５ｃｍ');
  await page.getByLabelText('体重').fill('65kg');
}

/** Fills both steps. The second one is not sent. */
async function fillProfile(): Promise<void> {
  await fillBody();
  await press('次へ');
  await expect.element(heading('いつもの運動')).toHaveFocus();
  await page.getByText('週2〜3回').click();
  await page.getByText('筋力向上').click();
  await page.getByText('健康維持').click();
}

/** Answers the profile call, which every step of the registration makes. */
function serveProfile() {
  answer(getUserInfo, stored);
  return stored;
}

const openWayIn = (path: string, history: readonly string[] = []) =>
  renderPage(path, { session: { profile: null }, history });

beforeEach(() => {
  answer(createUserInfo, serveProfile);
  answer(agreeToTerms, ({ body }) => ({ ...body, agreedAt: '2026-03-02T00:00:00Z' }));
});

// spec 4.24, 4.26
test('leads through profile and terms to the requested page, and back leads before all of it', async () => {
  const { address, back } = await openWayIn('/informations', ['/terms']);
  expect(address()).toBe('/register/userinfo?next=%2Finformations');
  await expect.element(heading('プロフィールの登録')).toBeVisible();
  await expect.element(page.getByText('ステップ3/5')).toBeVisible();
  await press('次へ');
  await expect.element(page.getByText('身長を入力してください')).toBeVisible();
  await expect.element(page.getByLabelText('ニックネーム')).toHaveFocus();
  await expectAccessible();
  await page.getByLabelText('身長').fill('20');
  await page.getByLabelText('体重').click();
  await expect.element(page.getByText('身長は100〜250cmの範囲で入力してください')).toBeVisible();
  await fillBody();
  await press('次へ');
  await expect.element(heading('いつもの運動')).toBeVisible();
  await expect.element(page.getByText('ステップ4/5')).toBeVisible();
  expect(address()).toBe('/register/userinfo?next=%2Finformations&step=habit');
  await press('登録する');
  await expect.element(page.getByText('トレーニングの目的を1つ以上選択してください')).toBeVisible();
  await expectAccessible();
  expect(listCalls(createUserInfo)).toEqual([]);
  back();
  await fillProfile();
  await press('登録する');

  await expect.element(heading('利用規約への同意')).toBeVisible();
  await expect.element(page.getByText('ステップ5/5')).toBeVisible();
  await expect.element(page.getByText(/最初の予約をとりましょう/)).toBeVisible();
  expect(address()).toBe('/confirm-agreement?next=%2Finformations');
  expect(listCalls(createUserInfo)).toMatchObject([{ body: typed }]);
  await expect.element(page.getByText('第1条').first()).toBeVisible();
  await expectAccessible();
  await press('同意して続ける');
  await expect.element(heading('お知らせ')).toBeVisible();
  expect(address()).toBe('/informations');
  expect(listCalls(agreeToTerms)).toMatchObject([{ body: { version: 3 } }]);
  back();
  await expect.poll(address).toBe('/terms');
});

test('a lost network loses no input, and a double tap sends once', async () => {
  await openWayIn('/');
  await expect.element(heading('プロフィールの登録')).toBeVisible();
  await fillProfile();
  setOnline(false);
  await press('登録する');
  await expect.element(toast('ネットワークエラー')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: /筋力向上/ })).toBeChecked();
  setOnline(true);
  let finish = () => {};
  const tapped = new Promise<void>((resolve) => {
    finish = resolve;
  });
  answer(createUserInfo, () => tapped.then(serveProfile));
  await tapTwice(button('登録する'));
  finish();
  await expect.element(heading('利用規約への同意')).toBeVisible();
  // One call was lost, and one succeeded.
  expect(listCalls(createUserInfo)).toHaveLength(2);

  setOnline(false);
  await press('同意して続ける');
  await expect.poll(() => listCalls(agreeToTerms)).toHaveLength(1);
  await expect.element(toast('ネットワークエラー')).toBeVisible();
  setOnline(true);
  await press('同意して続ける');
  await expect.element(heading('テツさん')).toBeVisible();
  expect(listCalls(agreeToTerms)).toHaveLength(2);
  ignoreConsoleErrors('Network Error');
});

// spec 4.25, 8.3
test('accepts a step that was done elsewhere meanwhile, and keeps the input of this page', async () => {
  answer(createUserInfo, rejectWith(409, 'profile_exists'));
  answer(updateUserInfo, serveProfile);
  answer(agreeToTerms, rejectWith(409, 'already_agreed'));
  await openWayIn('/');
  await fillProfile();
  await press('登録する');
  await expect.element(heading('利用規約への同意')).toBeVisible();
  expect(listCalls(updateUserInfo)).toMatchObject([{ body: typed }]);
  await press('同意して続ける');
  await expect.element(heading('テツさん')).toBeVisible();
});

test('asks only for the height when an older profile has none', async () => {
  signIn({ profile: { ...stored, height: null, weight: 65, isProfileCompleted: false } });
  const { address } = await renderPage('/', { session: null });
  expect(address()).toBe('/register/userinfo?next=%2F');
  await expect.element(page.getByLabelText('体重')).toHaveValue('65');
  await expect.element(page.getByLabelText('身長')).toHaveValue('');
  await expect.element(page.getByText(/足りない項目を入力してください/)).toBeVisible();
  await expect.element(page.getByText(/ステップ/)).not.toBeInTheDocument();
  // The rest of the profile is complete, so this is the only step.
  answer(createUserInfo, rejectWith(409, 'profile_exists'));
  answer(updateUserInfo, serveProfile);
  await page.getByLabelText('身長').fill('170');
  await press('登録する');
  await expect.element(heading('利用規約への同意')).toBeVisible();
});

test('the form shows a rejection of the server', async () => {
  answer(createUserInfo, rejectWith(429, 'too_many_requests'));
  await openWayIn('/');
  await fillProfile();
  await press('登録する');
  await expect.element(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect.element(heading('いつもの運動')).toBeVisible();
});

test('back leads to the first step with its input, and on again to the choices made', async () => {
  const { address, back } = await openWayIn('/');
  await fillProfile();
  await press('戻る');
  await expect.element(page.getByLabelText('身長')).toHaveValue('１７０．５ｃｍ');
  expect(address()).toBe('/register/userinfo?next=%2F');
  await press('次へ');
  await expect.element(page.getByRole('radio', { name: /週2〜3回/ })).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: /健康維持/ })).toBeChecked();
  back();
  await expect.element(page.getByLabelText('ニックネーム')).toHaveValue('テツ');
});

test('asks for neither birthday nor sex, and the second step needs the first', async () => {
  await openWayIn('/register/userinfo?step=habit');
  await expect.element(heading('プロフィールの登録')).toBeVisible();
  await fillProfile();
  await expect.element(page.getByText(/生年月日|性別/)).not.toBeInTheDocument();
});

const steps = [
  ['/register/userinfo', 'プロフィールの登録', null],
  ['/confirm-agreement', '利用規約への同意', stored],
] as const;

test.each(steps)('%s offers to log out, with or without input', async (path, title, profile) => {
  openUserPool({ RevokeToken: {} });
  const { address } = await renderPage(path, { session: { profile } });
  await expect.element(heading(title)).toBeVisible();
  if (profile === null) await page.getByLabelText('ニックネーム').fill('テツ');
  await press('ログアウト');
  await expect.element(heading('ログイン')).toBeVisible();
  expect(address()).toBe('/login');
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('テツ');
});

test('the terms offer to delete the account, and the profile does not', async () => {
  const pool = openUserPool({ DeleteUser: {}, RevokeToken: {} });
  answer(eraseMemberData, null);
  await openWayIn('/register/userinfo');
  await expect.element(button('ログアウト')).toBeVisible();
  await expect.element(button('アプリのアカウントを削除')).not.toBeInTheDocument();
  unmountPage();
  const { address } = await renderPage('/confirm-agreement', { session: { profile: stored } });
  await expect.element(heading('利用規約への同意')).toBeVisible();
  await expectAccessible();
  await press('アプリのアカウントを削除');
  await press('削除する');
  await press('OK');
  await expect.element(heading('ログイン')).toBeVisible();
  expect(address()).toBe('/login');
  expect(pool.listInputs('DeleteUser')).toHaveLength(1);
});

test('a reload keeps the input of this member until it is sent', async () => {
  await openWayIn('/');
  await fillProfile();
  unmountPage();
  await openWayIn('/');
  await expect.element(page.getByLabelText('ニックネーム')).toHaveValue('テツ');
  await expect.element(page.getByLabelText('身長')).toHaveValue('１７０．５ｃｍ');
  await press('次へ');
  await expect.element(page.getByRole('radio', { name: /週2〜3回/ })).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: /筋力向上/ })).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: /健康維持/ })).toBeChecked();
  const draft = sessionStorage.getItem(`tanren:profile-draft:${memberSub}`);
  expect(draft).toContain('テツ');
  await press('登録する');
  await expect.element(heading('利用規約への同意')).toBeVisible();
  expect(listCalls(createUserInfo)).toMatchObject([{ body: typed }]);
  expect(sessionStorage.getItem(`tanren:profile-draft:${memberSub}`)).toBeNull();
});

test('does not show the input of another member in this tab', async () => {
  await openWayIn('/');
  await fillProfile();
  unmountPage();
  localStorage.clear();
  const sub = '00000000-0000-4000-8000-000000000002';
  await renderPage('/', { session: { profile: null, sub } });
  await expect.element(page.getByLabelText('ニックネーム')).toHaveValue('');
});
