import { expect, test } from 'vitest';
import { staffSections } from '#features/staff/staff-sections.ts';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { button, heading, press } from '#test/support/locators.ts';
import {
  answerTrainedMember,
  bell,
  expectMarked,
  mainPlaces,
  wordsOf,
  workLinks,
  workPlaces,
} from './page-case.ts';
import { renderPage } from '#test/support/render.tsx';
import { standMachine } from '#test/machines/linked-machine.ts';
import { answerStaffLists } from './work-page-cases.ts';
import { answer } from '#test/support/answers.ts';
import { listTrainedMembers } from '@tanren/contract/trainers/trainer-members';
import { getWorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { openGymBook } from '#test/booking/gym-book.ts';
import { emptyRanking } from '#test/workouts/rankings.ts';

const five = ['ホーム', '履歴', '接続', '予約', 'マイページ'];
const showDesktop = () => page.viewport(1280, 800);

const linksTo = (...paths: string[]) =>
  paths.flatMap((path) => [...document.querySelectorAll(`a[href="${path}"]`)]);

test('members have a header and five tabs, and a rail on a wide screen', async () => {
  await renderPage('/');
  const links = mainPlaces().getByRole('link');
  await expect.poll(() => wordsOf(links)).toEqual(five);
  await expect
    .element(mainPlaces().getByRole('link', { name: 'ホーム' }))
    .toHaveAttribute('aria-current', 'page');
  await expect.element(bell()).toBeVisible();
  const measure = () => {
    const { left, bottom, height } = mainPlaces().element().getBoundingClientRect();
    return { left, bottom, height };
  };
  await expect.poll(measure).toMatchObject({ bottom: 844 });
  expect(linksTo('/trainer', '/staff')).toEqual([]);
  await showDesktop();
  await expect.poll(measure).toMatchObject({ left: 0, height: 800 });
  expect(wordsOf(links)).toEqual(five);
  expect(linksTo('/trainer', '/staff')).toEqual([]);
});

test('the tab shows that a machine is linked, also on other pages', async () => {
  standMachine();
  const { go } = await renderPage('/');
  const tab = mainPlaces().getByRole('link', { name: '接続中', exact: true });
  await expect.element(tab).toHaveAttribute('href', '/tanren-link');
  await go('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  await expect.element(tab).toBeVisible();
});

test('trainers find their pages on the rail, and there their own tabs instead of the five', async () => {
  await showDesktop();
  answerTrainedMember();
  answer(listTrainedMembers, { items: [], nextCursor: null });
  const { address, go } = await renderPage('/', { session: { groups: ['trainer'] } });
  const links = mainPlaces().getByRole('link');
  await expect.poll(() => wordsOf(links)).toEqual([...five, 'トレーナー']);
  await expect.element(workLinks()).not.toBeInTheDocument();
  await expectMarked('ホーム');
  await mainPlaces().getByRole('link', { name: 'トレーナー' }).click();
  await expect.poll(address).toBe('/trainer');
  await expect
    .poll(() => wordsOf(workPlaces().getByRole('link')))
    .toEqual(['担当会員', '会員アプリ']);
  await expectMarked('担当会員');
  await go('/trainer/members/1/training-history/1');
  await expect.element(heading('チェストプレス')).toBeVisible();
  await expectMarked('担当会員');
  await expectAccessible();
  await workPlaces().getByRole('link', { name: '会員アプリ' }).click();
  await expect.poll(address).toBe('/');
  await expectMarked('ホーム');
});

test('staff have one navigation: a row below the header on a phone, a rail on a desktop', async () => {
  answerStaffLists();
  const groups = ['trainer', 'staff'] as const;
  const { address, go } = await renderPage('/', { session: { groups } });
  await workLinks().getByRole('link', { name: '店舗管理' }).click();
  await expect.poll(address).toBe('/staff');
  const labels = staffSections.map(({ label }) => label);
  expect(wordsOf(workPlaces().getByRole('link'))).toEqual([...labels, 'トレーナー', '会員アプリ']);
  await expect.element(mainPlaces()).not.toBeInTheDocument();
  await expect.element(workLinks()).not.toBeInTheDocument();
  const measure = () => {
    const { left, top, width } = workPlaces().element().getBoundingClientRect();
    return { left, top, width };
  };
  expect(measure()).toEqual({ left: 0, top: 56, width: 390 });
  await go('/staff/audit-log');
  await expect.element(heading('操作履歴')).toBeVisible();
  await expectMarked('操作履歴');
  expectNoSidewaysScroll();
  const name = workPlaces().getByText('店舗管理', { exact: true });
  await expect.element(name).not.toBeVisible();
  await showDesktop();
  await expect.poll(measure).toEqual({ left: 0, top: 56, width: 104 });
  await expect.element(name).toBeVisible();
  expectNoSidewaysScroll();
});

test.each([
  ['/staff/overview', '業務一覧', { before: false, after: true }],
  ['/staff/session-reports', '報告', { before: true, after: true }],
  ['/staff/audit-log', '操作履歴', { before: true, after: false }],
])(
  'on a phone the row of staff shows %s, and fades where it continues',
  async (path, label, ends) => {
    answerStaffLists();
    await renderPage(path, { session: { groups: ['staff'] } });
    const current = workPlaces().getByRole('link', { name: label });
    await expect.element(current).toHaveAttribute('aria-current', 'page');
    const row = () => current.element().parentElement;
    await expect
      .poll(() => ({
        before: row()?.hasAttribute('data-more-before'),
        after: row()?.hasAttribute('data-more-after'),
      }))
      .toEqual(ends);
    const { left, right } = current.element().getBoundingClientRect();
    // The current item must be outside of the fading ends.
    expect(left).toBeGreaterThanOrEqual(ends.before ? 56 : 0);
    expect(right).toBeLessThanOrEqual(ends.after ? 390 - 56 : 390);
  },
);

test('both work links fit on the smallest phone beside the bell', async () => {
  await page.viewport(320, 640);
  await renderPage('/settings', { session: { groups: ['trainer', 'staff'] } });
  const both = workLinks().getByRole('link');
  await expect.poll(() => wordsOf(both)).toEqual(['トレーナー', '店舗管理']);
  await expect.element(bell()).toBeVisible();
  for (const link of [...both.elements(), bell().element()]) {
    const { left, right, width, height } = link.getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(320);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  expectNoSidewaysScroll();
  await showDesktop();
  await expect
    .poll(() => wordsOf(mainPlaces().getByRole('link')))
    .toEqual([...five, 'トレーナー', '店舗管理']);
});

test.each([
  ['/login', null, 'ログイン'],
  ['/no-such-page', null, 'Page not found'],
  ['/', {}, 'テツさん'],
  ['/settings', {}, 'マイページ'],
  ['/settings/userinfo', {}, 'プロフィールの編集'],
  ['/staff/overview', { groups: ['staff'] }, '業務一覧'],
] as const)('the layout of %s is accessible on a desktop', async (path, session, title) => {
  await showDesktop();
  answerStaffLists();
  await renderPage(path, { session });
  await expect.element(heading(title)).toBeVisible();
  await expectAccessible();
  expectNoSidewaysScroll();
});

// spec 9.25, 9.26, 9.27
test('the primary button is outlined, full width and 52 px high', async () => {
  await renderPage('/register/userinfo', { session: null });
  await expect.element(button('ログイン')).toBeVisible();
  expect(getComputedStyle(button('ログイン').element())).toMatchObject({
    height: '52px',
    fontSize: '18px',
    border: '1px solid rgb(206, 23, 30)',
    backgroundColor: 'rgba(0, 0, 0, 0)',
    width: `${390 - 2 * 16}px`,
  });
});

// spec 9.28
test('text fields are filled, and nothing is faded', async () => {
  await renderPage('/settings/userinfo');
  await expect.element(page.getByLabelText('ニックネーム')).toBeVisible();
  const field = getComputedStyle(page.getByLabelText('ニックネーム').element());
  expect(field).toMatchObject({
    height: '56px',
    borderTopWidth: '0px',
    backgroundColor: 'rgb(26, 26, 26)',
  });
  // The field has no border but a visible edge.
  expect(field.boxShadow).toMatch(/0\.34\).* inset/);
  expect(getComputedStyle(document.body).backgroundColor).toBe('rgb(15, 15, 15)');
  for (const part of ['h1', 'label', 'button[type=submit]']) {
    expect(getComputedStyle(document.querySelector(part) as Element).opacity).toBe('1');
  }
});

// spec 9.29
test.each([
  ['/search-training-sessions', '種目'],
  ['/workout-ranking/2/max', '種目'],
  ['/workout-ranking/2/max', 'ジム'],
  ['/reservations?gym=1', 'ジム'],
])('the select of members on %s for %s is light grey, with our own arrow', async (path, name) => {
  openGymBook();
  answer(getWorkoutRanking, emptyRanking);
  await renderPage(path);
  const select = page.getByRole('combobox', { name }).first();
  if (path.startsWith('/workout-ranking') && name === 'ジム') await press('絞り込み');
  await expect.element(select).toBeVisible();
  expect(getComputedStyle(select.element())).toMatchObject({
    backgroundColor: 'rgb(189, 189, 189)',
    color: 'rgb(15, 15, 15)',
    appearance: 'none',
    paddingLeft: '16px',
  });
});
