import { getGym, listSubscriptionPlans } from '@tanren/contract/gyms/gyms';
import { getJoinConfirmation } from '@tanren/contract/memberships/membership-confirmations';
import {
  joinGym,
  listMyMemberships,
  type MyMemberships,
} from '@tanren/contract/memberships/memberships';
import { listReservationSlots } from '@tanren/contract/booking/training-reservations';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formatGymDate } from '#lib/dates.ts';
import { answerGymPage } from '#test/gyms/gym-page.ts';
import { openGymBook, slot, tomorrow } from '#test/booking/gym-book.ts';
import { sampleConfirmation } from '#test/samples/confirmations.ts';
import { sampleGym } from '#test/samples/gyms.ts';
import { dayPlan, joinRequest, sampleMembership, samplePlan } from '#test/samples/memberships.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { alert, button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { renderPage as render, unmountPage } from '#test/support/render.tsx';
import { readyProfile } from '#test/support/session.ts';

const birthDate = '1990-04-01';
/** Opens a page as a member whose profile has the date of birth, which the form fills in. */
const renderPage = async (path: string) =>
  await render(path, { session: { profile: { ...readyProfile, birthDate } } });

const none: MyMemberships = { memberships: [], requests: [] };
const joined: MyMemberships = { memberships: [sampleMembership()], requests: [] };
const today = toGymDay(new Date());
const apply = (plan: string) => page.getByRole('link', { name: `「${plan}」に申し込む` });
const nameField = () => page.getByRole('textbox', { name: '氏名' });

const confirmation = sampleConfirmation;
const goOn = () => press('確認画面へ進む');

/** Goes from the input to the final confirmation, and applies there. */
async function applyNow(): Promise<void> {
  await goOn();
  await expect.element(heading('最終確認')).toBeVisible();
  await button('申し込む').click();
}

/** Opens a gym in which the member has no membership. The call creates one. */
function openGym(joining: 'open' | 'approval' = 'open'): void {
  answerGymPage();
  answer(getGym, { ...sampleGym, joining });
  answer(listReservationSlots, { slots: [] });
  answer(getJoinConfirmation, confirmation);
  let mine = none;
  answer(listMyMemberships, () => mine);
  answer(joinGym, () => {
    mine = joining === 'open' ? joined : { memberships: [], requests: [joinRequest] };
    return mine;
  });
}

test('a newcomer chooses a plan, is welcomed, and reserves on the day chosen before', async () => {
  let mine = none;
  const book = openGymBook({
    mine: () => mine,
    rejectHour: () => (mine === none ? 'no_membership' : null),
  });
  answer(getJoinConfirmation, confirmation);
  answer(joinGym, () => {
    mine = joined;
    return mine;
  });
  const { address } = await renderPage(`/reservations?gym=1&date=${tomorrow()}`);
  const card = page.getByRole('region', { name: '予約できない理由' });
  await expect.element(card).toHaveTextContent('予約と入館にはプランが必要です。');
  await expect.element(card).toHaveTextContent('プランを選んで申し込むと、すぐに予約できます。');
  // One card replaces the list, in which every slot would fail.
  expect(page.getByRole('region', { name: '夜' }).elements()).toEqual([]);
  await expectAccessible();
  expectNoSidewaysScroll();
  await apply('デイ').click();
  await nameField().fill('力石 春');
  await applyNow();
  await expect.element(heading('ようこそ、TANREN 神田へ')).toBeVisible();
  await page.getByRole('link', { name: '最初の予約をとる' }).click();
  await expect.poll(address).toBe(`/reservations?gym=1&date=${tomorrow()}`);
  await button('19:00〜20:00を予約する').click();
  await expect.element(slot('19:00〜20:00')).toHaveTextContent('予約済み');
  expect(book.countMine(19)).toBe(1);
  expect(listCalls(joinGym)).toMatchObject([
    { body: { planId: dayPlan.id, fromDay: today, name: '力石 春', note: '' } },
  ]);
});

test('an open gym shows price and start, and joins at once; a double tap joins once', async () => {
  openGym();
  const { address, back } = await renderPage('/gyms/1');
  await expect
    .element(page.getByRole('region', { name: '料金プラン' }))
    .toHaveTextContent('申し込むと、すぐに利用できます。');
  await expectAccessible();
  // The plans are on this page, so the button scrolls to them.
  await press('プランを選ぶ');
  const top = () =>
    page.getByRole('region', { name: '料金プラン' }).element().getBoundingClientRect().top;
  await expect.poll(() => Math.round(top())).toBe(72);
  expect(address()).toBe('/gyms/1');
  await apply('レギュラー').click();
  await expect.element(heading('プランの申し込み')).toBeVisible();
  const form = page.getByRole('main');
  await expect.element(form).toHaveTextContent('料金は¥8,800/月（税込）です。');
  await expect.element(form).toHaveTextContent('申し込むと、すぐに利用できます。');
  // The plan has no price for part of a month: the form says before sending that the gym decides.
  const tenth = `${addDays(today, 32).slice(0, 8)}10`;
  await page.getByLabelText('利用開始日').fill(tenth);
  const month = Number(tenth.slice(5, 7));
  await expect.element(form).toHaveTextContent(`${month}月分の料金が全額か日割りかはジムが決める`);
  await page.getByLabelText('利用開始日').fill(`${tenth.slice(0, 8)}01`);
  await expect.element(form).not.toHaveTextContent('日割り');
  const later = addDays(today, 7);
  await page.getByLabelText('利用開始日').fill(later);
  await expect.element(form).toHaveTextContent(/申し込むと、.*\d+月\d+日\(.\)から利用できます。/);
  await nameField().fill('  力石　 春 ');
  await page.getByRole('textbox', { name: 'フリガナ（任意）' }).fill('ﾘｷｲｼ はる');
  await press('ジムへのご要望（任意）');
  await page.getByRole('textbox', { name: 'ジムへのご要望（任意）' }).fill('よろしくお願いします');
  await expectAccessible();
  await tapTwice(button('確認画面へ進む'));
  await expect.element(heading('最終確認')).toHaveFocus();
  // The server decides what a member must see, and the page shows all of it.
  for (const { heading: name, lines } of confirmation.sections) {
    const section = page.getByRole('region', { name });
    for (const line of lines) await expect.element(section).toHaveTextContent(line);
  }
  await expect
    .element(page.getByRole('region', { name: 'お申し込みの方' }))
    .toHaveTextContent(
      '氏名力石 春フリガナリキイシ ハル生年月日1990年4月1日ジムへのご要望よろしくお願いします',
    );
  await expect
    .element(page.getByRole('link', { name: '特定商取引法に基づく表記' }))
    .toHaveAttribute('target', '_blank');
  await expectAccessible();
  expectNoSidewaysScroll();
  expect(listCalls(joinGym)).toEqual([]);
  await tapTwice(button('申し込む'));
  await expect.element(heading('ようこそ、TANREN 神田へ')).toBeVisible();
  expect(address()).toBe('/gyms/1/joined');
  const card = page.getByRole('region', { name: '会員証' });
  await expect.element(card).toHaveTextContent('会員番号00001234力石 春');
  await expect.element(card).toHaveTextContent('お支払い¥8,800/月（税込）・受付で');
  await expect
    .element(page.getByRole('link', { name: '最初の予約をとる' }))
    .toHaveAttribute('href', '/reservations?gym=1');
  expect(page.getByRole('navigation').elements()).toEqual([]);
  await expectAccessible();
  expectNoSidewaysScroll();
  // Back must not lead to the form again.
  back();
  await expect.poll(address).toBe('/gyms/1');
  expect(listCalls(joinGym)).toMatchObject([
    {
      body: {
        planId: samplePlan.id,
        fromDay: later,
        name: '力石 春',
        nameKana: 'リキイシ ハル',
        birthDate,
        note: 'よろしくお願いします',
        confirmation: confirmation.digest,
      },
    },
  ]);
});

test('a gym that checks new members shows the pending application under 会員契約', async () => {
  openGym('approval');
  const { address } = await renderPage('/gyms/1/join?plan=3');
  await expect.element(page.getByRole('main')).toHaveTextContent('ジムで確認します。');
  await nameField().fill('力石 春');
  await applyNow();
  await expect.poll(address).toBe('/settings/membership');
  await expect.element(toast('申し込みました')).toBeVisible();
  const waiting = page.getByRole('region', { name: 'ジムで確認しています' });
  await expect.element(waiting).toHaveTextContent('「デイ」への入会');
});

test('without a chosen plan asks for one first, which can be changed later', async () => {
  openGym();
  answer(listSubscriptionPlans, [samplePlan, dayPlan, { ...dayPlan, id: 4, offered: false }]);
  const { address } = await renderPage('/gyms/1/join');
  await expect.element(heading('プランを選ぶ')).toBeVisible();
  await expect.element(apply('デイ')).toBeVisible();
  expect(page.getByRole('link', { name: /に申し込む$/ }).elements()).toHaveLength(2);
  await expectAccessible();
  await apply('デイ').click();
  await page.getByRole('link', { name: '別のプランを選ぶ' }).click();
  await expect.poll(address).toBe('/gyms/1/join');
});

test('shows missing values at their fields', async () => {
  openGym();
  await renderPage('/gyms/1/join?plan=3');
  await goOn();
  await expect.element(page.getByText('氏名を入力してください')).toBeVisible();
  await expect.element(nameField()).toHaveFocus();
  await expectAccessible();
  expect(listCalls(joinGym)).toEqual([]);
});

test('keeps the input offline and after a failure, and sends it as the same draft', async () => {
  openGym();
  answer(joinGym, lost);
  answer(getJoinConfirmation, lost);
  await renderPage('/gyms/1/join?plan=3');
  await nameField().fill('力石 春');
  await goOn();
  await expect.element(alert().getByText(/ネットワークエラー/)).toBeVisible();
  await expect.element(nameField()).toHaveValue('力石 春');
  answer(getJoinConfirmation, confirmation);
  await applyNow();
  await expect.element(alert().getByText(/ネットワークエラー/)).toBeVisible();
  setOnline(false);
  await button('申し込む').click();
  await expect
    .element(alert().getByText(/お申し込みにはネットワーク接続が必要です。/))
    .toBeVisible();
  setOnline(true);
  answer(joinGym, rejectWith(500, 'internal_error'));
  await button('申し込む').click();
  await expect.element(alert().getByText(/システムエラー/)).toBeVisible();
  await press('入力に戻る');
  await expect.element(nameField()).toHaveValue('力石 春');
  await applyNow();
  await expect.poll(() => listCalls(joinGym).length).toBe(3);
  await expect.element(button('申し込む')).toHaveAttribute('aria-disabled', 'false');
  await press('入力に戻る');
  await nameField().fill('力石 夏');
  await applyNow();
  // The attempt without a network was not sent.
  await expect.poll(() => listCalls(joinGym).length).toBe(4);
  await expect.element(button('申し込む')).toHaveAttribute('aria-disabled', 'false');
  const drafts = listCalls(joinGym).map(({ body }) => (body as { draftId: string }).draftId);
  expect(new Set(drafts.slice(0, 3)).size).toBe(1);
  // A changed form is another application.
  expect(drafts[3]).not.toBe(drafts[0]);
  ignoreConsoleErrors('NetworkError');
  ignoreConsoleErrors('OfflineError');
  ignoreConsoleErrors('ApiError');
});

test('back returns to the input, and forward shows nothing that was changed since', async () => {
  openGym();
  const { address, back, forward } = await renderPage('/gyms/1/join?plan=3');
  await nameField().fill('力石 春');
  await goOn();
  await expect.element(heading('最終確認')).toBeVisible();
  expect(address()).toBe('/gyms/1/join?plan=3&step=confirm');
  back();
  await expect.element(heading('プランの申し込み')).toHaveFocus();
  await expect.element(nameField()).toHaveValue('力石 春');
  forward();
  await expect.element(heading('最終確認')).toBeVisible();
  await press('入力に戻る');
  await nameField().fill('力石 夏');
  forward();
  await expect.poll(address).toBe('/gyms/1/join?plan=3&step=confirm');
  await expect.element(nameField()).toHaveValue('力石 夏');
  await expect.element(button('申し込む')).not.toBeInTheDocument();
  await applyNow();
  await expect.element(heading('ようこそ、TANREN 神田へ')).toBeVisible();
  expect(listCalls(joinGym)).toMatchObject([{ body: { name: '力石 夏' } }]);
});

test('shows a changed confirmation instead of applying, and marks what is new', async () => {
  openGym();
  await renderPage('/gyms/1/join?plan=3');
  await nameField().fill('力石 春');
  await goOn();
  await expect.element(heading('最終確認')).toBeVisible();
  const [first, ...others] = confirmation.sections;
  const dearer = { heading: '料金とお支払い', lines: ['会費：1か月あたり9,900円（税込）'] };
  const changed = { ...confirmation, digest: 'e'.repeat(64), sections: [dearer, ...others] };
  expect(first?.heading).toBe(dearer.heading);
  answer(joinGym, rejectWith(409, 'confirmation_changed'));
  answer(getJoinConfirmation, changed);
  await tapTwice(button('申し込む'));
  await expect.element(alert().getByText(/お申し込みの内容が変わりました。/)).toBeVisible();
  const price = page.getByRole('region', { name: '料金とお支払い' });
  await expect.element(price).toHaveTextContent('会費：1か月あたり9,900円（税込） 変更');
  expect(page.getByText('変更', { exact: true }).elements()).toHaveLength(1);
  await expectAccessible();
  expect(listCalls(joinGym)).toHaveLength(1);
  answer(joinGym, joined);
  await button('申し込む').click();
  await expect.poll(() => listCalls(joinGym).length).toBe(2);
  expect(listCalls(joinGym)[1]).toMatchObject({ body: { confirmation: changed.digest } });
  ignoreConsoleErrors('ApiError');
});

test.each([
  ['plan_not_offered', '現在お申し込みを受け付けていません'],
  ['request_pending', 'ジムで前のお申し込みを確認しています'],
] as const)('shows %s in the form', async (code, words) => {
  openGym();
  answer(joinGym, rejectWith(409, code));
  await renderPage('/gyms/1/join?plan=3');
  await nameField().fill('力石 春');
  await applyNow();
  await expect.element(alert().getByText(words)).toBeVisible();
  await press('入力に戻る');
  await expect.element(nameField()).toHaveValue('力石 春');
});

test('fills in the names of an earlier contract', async () => {
  openGym();
  const earlier = sampleMembership({ state: 'ended', nameKana: 'リキイシ ハル' });
  answer(listMyMemberships, { memberships: [earlier], requests: [] });
  await renderPage('/gyms/1/join?plan=3');
  await expect.element(nameField()).toHaveValue('力石 春');
  await expect
    .element(page.getByRole('textbox', { name: 'フリガナ（任意）' }))
    .toHaveValue('リキイシ ハル');
});

test('leads a member or applicant to the contract instead', async () => {
  openGym();
  answer(listMyMemberships, joined);
  await renderPage('/gyms/1/join?plan=3');
  const main = page.getByRole('main');
  await expect
    .element(main)
    .toHaveTextContent('このジムのプランは、会員契約のページで変更できます。');
  await expect
    .element(main.getByRole('link', { name: '会員契約を確認する' }))
    .toHaveAttribute('href', '/settings/membership');
});

test('the welcome names a later first day, and is gone without a membership', async () => {
  openGym();
  const fromDay = addDays(today, 7);
  const later = sampleMembership({
    state: 'not_started',
    terms: [{ fromDay, lastDay: null, plan: dayPlan, paused: false }],
  });
  answer(listMyMemberships, { memberships: [later], requests: [] });
  await renderPage('/gyms/1/joined?next=%2Fsettings');
  const card = page.getByRole('region', { name: '会員証' });
  await expect.element(card).toHaveTextContent(`利用開始${formatGymDate(fromDay)}から`);
  // The first reservation leads to slots, not to the page before.
  await expect
    .element(page.getByRole('link', { name: '最初の予約をとる' }))
    .toHaveAttribute('href', '/reservations?gym=1');
  unmountPage();
  answer(listMyMemberships, none);
  await renderPage('/gyms/1/joined');
  await expect.element(card).not.toBeInTheDocument();
});

test.each([
  ['an unknown gym', 99, rejectWith(404, 'not_found')],
  ['a number that no gym can have', 0, rejectWith(400, 'invalid_request')],
])('shows not found for %s', async (_name, id, rejection) => {
  openGym();
  answer(getGym, rejection);
  for (const path of [`/gyms/${id}`, `/gyms/${id}/join`]) {
    await renderPage(path);
    await expect.element(heading('Page not found')).toBeVisible();
  }
});
