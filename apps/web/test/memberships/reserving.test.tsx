import { getGym, listGyms } from '@tanren/contract/gyms/gyms';
import { getGymDoor } from '@tanren/contract/booking/gym-door';
import {
  listMyMemberships,
  type Membership,
  type MyMemberships,
} from '@tanren/contract/memberships/memberships';
import { createReservation, joinWaitingList } from '@tanren/contract/booking/training-reservations';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import type { MembershipRejection } from '@tanren/domain/memberships/memberships';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerGymPage, panel } from '#test/gyms/gym-page.ts';
import { openGymBook, openSlots, slot } from '#test/booking/gym-book.ts';
import { sampleGym } from '#test/samples/gyms.ts';
import { dayPlan, joinRequest, sampleMembership, samplePlan } from '#test/samples/memberships.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, rejectWith } from '#test/support/answers.ts';
import { button, pauseToast, toast } from '#test/support/locators.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { renderPage } from '#test/support/render.tsx';

const mineOf = (changes: Partial<Membership> = {}): MyMemberships => ({
  memberships: [sampleMembership(changes)],
  requests: [],
});
const since = addDays(toGymDay(new Date()), -100);
const term = { fromDay: since, lastDay: null, plan: samplePlan, paused: false };
const reason = () => page.getByRole('region', { name: '予約できない理由' });
const way = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name });

/** Noon in the middle of a month: both tomorrow and next month can be reserved. */
const noon = new Date('2026-11-16T12:00:00+09:00');

test.each<[MembershipRejection, MyMemberships, RegExp, string, string]>([
  [
    'membership_paused',
    mineOf({ state: 'paused', terms: [{ ...term, paused: true, lastDay: '2026-11-30' }] }),
    /11月30日\(月\)まで休会中です。/,
    '再開を申し込む',
    '/settings/membership',
  ],
  [
    'monthly_limit',
    mineOf({ terms: [{ ...term, plan: dayPlan }] }),
    /11月は上限の8回に達しました。/,
    '12月の枠を選ぶ',
    '/reservations?gym=1&date=2026-12-01',
  ],
])(
  '%s: shows the reason and the next step instead of a list that fails',
  async (rejection, mine, text, label, to) => {
    takeClock(noon);
    const book = openGymBook({ mine: () => mine, rejectHour: () => rejection });
    book.reserve(19);
    await openSlots();
    await expect.element(reason()).toHaveTextContent(text);
    await expect.element(way(label)).toHaveAttribute('href', to);
    // The member's own reservation stays visible.
    await expect.element(slot('19:00〜20:00')).toHaveTextContent('予約済み');
    expect(page.getByRole('button', { name: /を予約する$/ }).elements()).toEqual([]);
    await expectAccessible();
    expectNoSidewaysScroll();
  },
);

test("marks slots outside the plan's hours, and the others can be reserved", async () => {
  const mine = mineOf({
    terms: [{ ...term, plan: { ...dayPlan, weekdays: [0, 1, 2, 3, 4, 5, 6] } }],
  });
  const book = openGymBook({
    mine: () => mine,
    rejectHour: (hour) => (hour >= 17 ? 'outside_plan_hours' : null),
  });
  await openSlots();
  await expect.element(slot('17:00〜18:00')).toHaveTextContent('プランの時間外です');
  await expect.element(page.getByRole('main')).toHaveTextContent('毎日 17:00までです。');
  expect(slot('17:00〜18:00').getByRole('button').elements()).toEqual([]);
  await expectAccessible();
  await button('16:00〜17:00を予約する').click();
  await expect.element(slot('16:00〜17:00')).toHaveTextContent('予約済み');
  expect(book.countMine(16)).toBe(1);
});

const november = (used: number) =>
  mineOf({
    terms: [{ ...term, plan: dayPlan }],
    visits: [
      { month: '2026-11', used, limit: 8 },
      { month: '2026-12', used: 0, limit: 8 },
    ],
  });

test('shows the remaining visits of the month above the slots and in the toast', async () => {
  takeClock(noon);
  let used = 3;
  const book = openGymBook({ mine: () => november(used) });
  await openSlots();
  const left = page.getByRole('main').getByText(/の残り回数は/);
  await expect.element(left).toHaveTextContent('11月の残り回数は5回');
  used = 4;
  await button('19:00〜20:00を予約する').click();
  await pauseToast('予約しました');
  await expect.element(toast('予約しました')).toHaveTextContent('11月の残り回数は4回');
  await expect.element(left).toHaveTextContent('11月の残り回数は4回');
  used = 3;
  await toast('予約しました').getByRole('button', { name: '元に戻す' }).click();
  await expect.element(left).toHaveTextContent('11月の残り回数は5回');
  expect(book.countMine(19)).toBe(0);
});

test('the dialog before a late reservation shows them too', async () => {
  takeClock(noon);
  openGymBook({ mine: () => november(3) });
  answer(getGym, { ...sampleGym, cancelDeadlineMinutes: 7 * 24 * 60 });
  await openSlots();
  await button('19:00〜20:00を予約する').click();
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveTextContent('予約すると、11月の残り回数は4回になります。');
});

test('explains at the slot that the month was used up meanwhile, with the next step', async () => {
  takeClock(noon);
  openGymBook({ mine: () => november(7) });
  answer(createReservation, rejectWith(409, 'monthly_limit'));
  await openSlots();
  await button('19:00〜20:00を予約する').click();
  const row = slot('19:00〜20:00');
  await expect.element(row.getByRole('alert')).toHaveTextContent('11月は上限の8回に達しました。');
  await expect.element(row.getByRole('link', { name: 'プランを変更する' })).toBeVisible();
  await expectAccessible();
});

test('offers no wait to a member who may not book', async () => {
  const book = openGymBook({ capacity: 1 });
  book.fill(19, 1);
  answer(joinWaitingList, rejectWith(409, 'membership_paused'));
  await openSlots();
  await button('19:00〜20:00のキャンセル待ちに登録').click();
  await expect.element(slot('19:00〜20:00').getByRole('alert')).toHaveTextContent('休会中のため');
  await expect
    .element(slot('19:00〜20:00').getByRole('link', { name: '再開を申し込む' }))
    .toBeVisible();
});

test('a reservation can still be moved in a used-up month', async () => {
  takeClock(noon);
  const book = openGymBook({ mine: () => november(8), rejectHour: () => 'monthly_limit' });
  const { id } = book.reserve(19);
  await openSlots(`&move=${id}`);
  await expect.element(button('18:00〜19:00に変更する')).toBeVisible();
});

test('shows the slots without an answer about the contract', async () => {
  openGymBook();
  answer(listMyMemberships, rejectWith(500, 'internal_error'));
  await openSlots();
  await expect.element(slot('19:00〜20:00')).toHaveTextContent('空き5');
  await expect.element(page.getByText('会員契約を読み込めませんでした。')).toBeVisible();
});

test('opens with the gym of the membership', async () => {
  openGymBook({ mine: () => mineOf({ gymId: 1 }) });
  answer(listGyms, [{ ...sampleGym, id: 2, name: 'TANREN 上野' }, sampleGym]);
  await renderPage('/reservations');
  await expect.element(page.getByRole('combobox', { name: 'ジム' })).toHaveValue('1');
});

test('the door page shows which right is missing, and what to do', async () => {
  answerGymPage();
  answer(listMyMemberships, mineOf({ state: 'paused', terms: [{ ...term, paused: true }] }));
  answer(getGymDoor, {
    available: false,
    reason: 'membership_paused',
    upcoming: [],
    serverTime: new Date().toISOString(),
  });
  await renderPage('/gyms/1');
  await expect.element(panel()).toHaveTextContent('入館できません。休会中のため');
  await expect
    .element(panel().getByRole('link', { name: '再開を申し込む' }))
    .toHaveAttribute('href', '/settings/membership');
  await expectAccessible();
});

const today = () => page.getByRole('region', { name: '予約', exact: true });

test('the home page shows a newcomer a plan first', async () => {
  await renderPage('/');
  await expect.element(today()).toHaveTextContent('予約と入館にはプランが必要です。');
  await expect
    .element(today().getByRole('link', { name: 'プランを選ぶ' }))
    .toHaveAttribute('href', '/settings/membership');
  const menu = page.getByRole('region', { name: '今日やること' });
  const order = today().element().compareDocumentPosition(menu.element());
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  await expectAccessible();
});

test('the home page shows a pending application', async () => {
  answer(listMyMemberships, { memberships: [], requests: [joinRequest] });
  await renderPage('/');
  await expect.element(today()).toHaveTextContent('ジムでお申し込みを確認しています。');
});
