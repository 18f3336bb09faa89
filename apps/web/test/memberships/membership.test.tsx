import { getGym, listGyms, listSubscriptionPlans } from '@tanren/contract/gyms/gyms';
import {
  continueMyMembership,
  listMyMembershipEvents,
  listMyMemberships,
  type Membership,
  type MembershipEvent,
  type MembershipRequest,
  type MyMemberships,
  requestMembershipChange,
  withdrawMembershipRequest,
} from '@tanren/contract/memberships/memberships';
import { getMyMembershipConfirmation } from '@tanren/contract/memberships/membership-confirmations';
import { listMyReservations } from '@tanren/contract/booking/training-reservations';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleStoredConfirmation } from '#test/samples/confirmations.ts';
import { sampleGym, sampleReservation } from '#test/samples/gyms.ts';
import { dayPlan, sampleMembership, samplePlan } from '#test/samples/memberships.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { renderPage } from '#test/support/render.tsx';

/** A Monday after the notice day, which is the tenth. */
const now = new Date('2026-11-16T12:00:00+09:00');
const term = { fromDay: '2026-04-01', lastDay: null, plan: dayPlan, paused: false };
const membership = (changes: Partial<Membership> = {}): Membership =>
  sampleMembership({
    terms: [term],
    visits: [
      { month: '2026-11', used: 3, limit: 8 },
      { month: '2026-12', used: 1, limit: 8 },
    ],
    ...changes,
  });
const mineOf = (one: Membership, requests: MembershipRequest[] = []): MyMemberships => ({
  memberships: [one],
  requests,
});

/** Three reservations: one in November, two in January. */
const reservations = ['2026-11-20', '2027-01-05', '2027-01-06'].map((date, id) => ({
  ...sampleReservation,
  id: id + 1,
  date,
  startsAt: `${date}T01:00:00.000Z`,
  endsAt: `${date}T02:00:00.000Z`,
}));

async function openContract(
  mine: MyMemberships = mineOf(membership()),
  gym: Partial<typeof sampleGym> = {},
) {
  takeClock(now);
  let current = mine;
  answer(listGyms, [sampleGym]);
  answer(getGym, { ...sampleGym, ...gym });
  answer(listSubscriptionPlans, [samplePlan, dayPlan]);
  answer(listMyMemberships, () => current);
  answer(listMyReservations, { items: reservations, nextCursor: null });
  const change = (next: MyMemberships) => {
    current = next;
    return next;
  };
  await renderPage('/settings/membership');
  await expect.element(heading('会員契約')).toBeVisible();
  return { change };
}

const card = () => page.getByRole('region', { name: 'TANREN 神田の会員契約' });
const dialog = () => page.getByRole('dialog');
const leave = () => dialog().getByRole('button', { name: '退会する' });
const waiting = () => page.getByRole('region', { name: 'ジムで確認しています' });

const request = (changes: Partial<MembershipRequest>): MembershipRequest => ({
  requestId: 5,
  kind: 'pause',
  gymId: sampleGym.id,
  gymName: sampleGym.name,
  membershipId: 1234,
  name: '力石 春',
  plan: null,
  fromDay: '2027-01-01',
  lastDay: null,
  note: '',
  requestedAt: '2026-11-16T02:00:00.000Z',
  ...changes,
});

test('shows number, plan, remaining visits and planned changes', async () => {
  const terms = [
    { ...term, lastDay: '2026-11-30' },
    { ...term, fromDay: '2026-12-01', lastDay: '2026-12-31', paused: true },
    { ...term, fromDay: '2027-01-01', lastDay: '2027-03-31', plan: samplePlan },
  ];
  await openContract(mineOf(membership({ terms })));
  await expect.element(card()).toHaveTextContent('利用中会員番号00001234力石 春');
  await expect.element(card()).toHaveTextContent('11月の利用回数（予約中を含む）3/8回残り5回');
  await expect.element(card()).toHaveTextContent('12月の利用回数（予約中を含む）1/8回残り7回');
  await expect.element(card()).toHaveTextContent('デイ¥6,600/月（税込）');
  const coming = card().getByText('これからの変更').element().parentElement;
  expect(coming?.textContent).toBe(
    'これからの変更12月1日(火)〜12月31日(木)は休会です2027年1月1日(金)から「レギュラー」に変わります2027年3月31日(水)で退会となります',
  );
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('opens what was shown before the application, of a contract and of a request', async () => {
  const asked = request({ kind: 'join', membershipId: null, plan: dayPlan, confirmationId: 71 });
  await openContract(mineOf(membership({ confirmationId: 70 }), [asked]));
  const label = () => page.getByText('TANREN 神田：お申し込み時の確認内容');
  await expect.element(label().first()).toBeVisible();
  expect(label().elements()).toHaveLength(2);
  // Nothing is read before it is opened.
  expect(listCalls(getMyMembershipConfirmation)).toEqual([]);
  answer(getMyMembershipConfirmation, lost);
  await label().last().click();
  await expect.element(page.getByText('最終確認の内容を読み込めませんでした。')).toBeVisible();
  answer(getMyMembershipConfirmation, sampleStoredConfirmation);
  await press('最終確認の内容をもう一度読み込む');
  await expect
    .element(page.getByText('11月16日(月) 10:00のお申し込みの前に表示した内容です。'))
    .toBeVisible();
  await expect
    .element(page.getByText('「申し込む」を押すと、会員契約が成立します。'))
    .toBeVisible();
  await expectAccessible();
  expect(listCalls(getMyMembershipConfirmation).at(-1)?.path).toContain('/70');
  ignoreConsoleErrors('NetworkError');
});

test('shows the way to a plan of each gym without a membership', async () => {
  await openContract({ memberships: [], requests: [] });
  await expect
    .element(page.getByRole('link', { name: 'プランを選ぶ' }))
    .toHaveAttribute('href', '/gyms/1/join');
  await expectAccessible();
});

test('an end shows the notice day and the number of cancelled reservations, and takes effect at once', async () => {
  const { change } = await openContract();
  await press('退会する');
  await expect
    .element(dialog())
    .toHaveTextContent(
      '10日までのお手続きで、当月末に退会となります。10日を過ぎると、翌月末の退会となります。',
    );
  await expect.element(dialog()).toHaveTextContent('12月31日(木)で退会');
  // The price of every month until then is stated before the tap.
  await expect
    .element(dialog())
    .toHaveTextContent('ご請求は12月分までです。11月分：¥6,600（税込）12月分：¥6,600（税込）');
  await expect.element(dialog()).toHaveTextContent('確認のメールをお送りします。');
  await expect.element(dialog()).toHaveTextContent('予約2件がキャンセルになります。');
  // Each reservation is listed with its time and gym.
  const cancelled = dialog()
    .getByRole('list', { name: 'キャンセルになる予約' })
    .getByRole('listitem');
  await expect
    .element(cancelled.first())
    .toHaveTextContent(/\d+月\d+日\(.\) \d+:00〜\d+:00・TANREN/);
  expect(cancelled.elements()).toHaveLength(2);
  await expectAccessible();
  const ending = membership({ terms: [{ ...term, lastDay: '2026-12-31' }] });
  answer(requestMembershipChange, () => change(mineOf(ending)));
  await tapTwice(leave());
  await expect.element(toast('退会の手続きが完了しました')).toBeVisible();
  await expect.element(card()).toHaveTextContent('12月31日(木)で退会となります');
  // An ending membership offers no further changes.
  await expect.element(button('休会する')).not.toBeInTheDocument();
  await expect.element(button('プランを変更する')).not.toBeInTheDocument();
  expect(listCalls(requestMembershipChange)).toMatchObject([{ body: { kind: 'end', note: '' } }]);
  answer(continueMyMembership, () => change(mineOf(membership())));
  await tapTwice(button('退会を取りやめる'));
  await expect.element(toast('退会を取りやめました')).toBeVisible();
  await expect.element(button('退会する')).toBeVisible();
  expect(listCalls(continueMyMembership)).toHaveLength(1);
});

test('offers no undo of an end or pause decided by staff, and explains why', async () => {
  const ending = membership({
    terms: [{ ...term, lastDay: '2026-12-31' }],
    decidedByStaff: ['end'],
  });
  await openContract(mineOf(ending));
  const why = (what: string) => page.getByText(`ジムの手続きによる${what}のため`);
  await expect.element(why('退会')).toBeVisible();
  await expect.element(button('退会を取りやめる')).not.toBeInTheDocument();
  await expect.element(heading('お手続き')).not.toBeInTheDocument();
  await expectAccessible();
});

test.each([
  ['open', false],
  ['approval', true],
] as const)(
  'where joining is %s, resuming after a pause by staff is offered: %s',
  async (joining, isOffered) => {
    const paused = membership({ terms: [{ ...term, paused: true }], decidedByStaff: ['pause'] });
    await openContract(mineOf({ ...paused, state: 'paused' }), { joining });
    await expect.element(button('退会する')).toBeVisible();
    expect(button('再開する').query() !== null).toBe(isOffered);
    expect(page.getByText('ジムの手続きによる休会のため').query() !== null).toBe(!isOffered);
  },
);

test('explains an end that can no longer be withdrawn', async () => {
  await openContract(mineOf(membership({ terms: [{ ...term, lastDay: '2026-12-31' }] })));
  answer(continueMyMembership, rejectWith(409, 'change_impossible'));
  await press('退会を取りやめる');
  await expect.element(toast('退会を取りやめられませんでした')).toBeVisible();
});

test('before the notice day the membership ends with the month', async () => {
  await openContract(undefined, { noticeDay: 20 });
  await press('退会する');
  await expect
    .element(dialog())
    .toHaveTextContent('20日までのお手続きで、当月末に退会となります。');
  await expect.element(dialog()).toHaveTextContent('11月30日(月)で退会');
});

test.each([
  ['a paused month', { paused: true }, '11月分：休会中の料金は、ジムにご確認ください'],
  ['a price per visit', { plan: { ...dayPlan, per: 'visit' } }, '11月分：ご利用1回ごとに¥6,600'],
  ['a start after the end', { fromDay: '2027-01-01' }, 'ご利用の開始前のため、月々の料金は'],
] as const)('before an end, the fees name %s', async (_what, changes, text) => {
  await openContract(mineOf(membership({ terms: [{ ...term, ...changes }] })));
  await press('退会する');
  await expect.element(dialog()).toHaveTextContent(text);
});

test('a pause shows its length and cancelled reservations, and can be undone', async () => {
  const { change } = await openContract();
  await press('休会する');
  await expect.element(dialog()).toHaveTextContent('2027年1月1日(金)〜2027年1月31日(日)は休会');
  await expect.element(dialog()).toHaveTextContent('予約2件がキャンセルになります。');
  await dialog().getByRole('radio', { name: '再開するまで' }).click({ force: true });
  await expect.element(dialog()).toHaveTextContent('2027年1月1日(金)から休会');
  await dialog().getByRole('radio', { name: '2か月' }).click({ force: true });
  await expectAccessible();
  const terms = [
    { ...term, lastDay: '2026-12-31' },
    { ...term, fromDay: '2027-01-01', paused: true },
  ];
  answer(requestMembershipChange, () => change(mineOf(membership({ terms }))));
  await press('休会を申し込む');
  await expect.element(toast('休会の手続きが完了しました')).toBeVisible();
  expect(listCalls(requestMembershipChange)).toMatchObject([
    { body: { kind: 'pause', months: 2 } },
  ]);
  await press('休会を取りやめる');
  await expect.element(dialog()).toHaveTextContent('これまでどおりご利用いただけます。');
  answer(requestMembershipChange, () => change(mineOf(membership())));
  await press('休会の取りやめを申し込む');
  await expect.element(button('休会する')).toBeVisible();
});

test('a paused member can return from tomorrow on', async () => {
  await openContract(mineOf(membership({ state: 'paused', terms: [{ ...term, paused: true }] })));
  await expect.element(card()).toHaveTextContent('休会中');
  await press('再開する');
  await expect.element(dialog()).toHaveTextContent('明日（11月17日(火)）から');
  await expectAccessible();
});

test('chooses another plan by its row, with price and first day, pending until staff decide', async () => {
  const { change } = await openContract(undefined, { joining: 'approval' });
  await press('プランを変更する');
  await expect.element(dialog()).toHaveTextContent('変更するプランを選ぶ');
  await expectAccessible();
  await press('「レギュラー」に変更する');
  await expect.element(dialog()).toHaveTextContent('¥8,800/月（税込）');
  await expect.element(dialog()).toHaveTextContent('2027年1月1日(金)から変わります。');
  await expect.element(dialog()).toHaveTextContent('ジムで確認し、結果をメールでお知らせします。');
  await expect.element(dialog()).not.toHaveTextContent('キャンセルになります');
  const asked = request({ kind: 'plan', plan: samplePlan });
  answer(requestMembershipChange, () => change(mineOf(membership(), [asked])));
  await press('プラン変更を申し込む');
  await expect.element(toast('プラン変更を申し込みました')).toBeVisible();
  await expect
    .element(waiting())
    .toHaveTextContent('「レギュラー」への変更（2027年1月1日(金)から）');
  expect(listCalls(requestMembershipChange)).toMatchObject([
    { body: { kind: 'plan', planId: samplePlan.id } },
  ]);
  // Only one request can be pending at a time, and leaving needs none.
  await expect.element(button('休会する')).not.toBeInTheDocument();
  await expectAccessible();
  await press('退会する');
  await expect.element(dialog()).not.toHaveTextContent('ジムで確認し');
  const ending = membership({ terms: [{ ...term, lastDay: '2026-12-31' }] });
  answer(requestMembershipChange, () => change(mineOf(ending, [asked])));
  await leave().click();
  await expect.element(toast('退会の手続きが完了しました')).toBeVisible();
  await expect.element(button('退会を取りやめる')).toBeVisible();
});

test('a pending change can be withdrawn', async () => {
  const { change } = await openContract(
    mineOf(membership(), [request({ note: '引っ越しのため' })]),
  );
  await expect.element(waiting()).toHaveTextContent('休会（2027年1月1日(金)から）');
  await expect.element(waiting()).toHaveTextContent('引っ越しのため');
  await press('休会（2027年1月1日(金)から）を取り下げる');
  const question = page.getByRole('alertdialog');
  await expect.element(question).toHaveTextContent('お申し込みを取り下げますか');
  answer(withdrawMembershipRequest, rejectWith(409, 'change_impossible'));
  await question.getByRole('button', { name: '取り下げる', exact: true }).click();
  await expect.element(question).toHaveTextContent('この手続きはできません。');
  answer(withdrawMembershipRequest, () => change(mineOf(membership())));
  await tapTwice(question.getByRole('button', { name: '取り下げる', exact: true }));
  await expect.element(toast('お申し込みを取り下げました')).toBeVisible();
  await expect.element(button('休会する')).toBeVisible();
});

test('keeps the input after a failure, and sends the same request again', async () => {
  await openContract();
  answer(requestMembershipChange, lost);
  await press('退会する');
  await press('ジムへのご要望（任意）');
  const note = dialog().getByRole('textbox', { name: 'ジムへのご要望（任意）' });
  await expect.element(note).toHaveFocus();
  await note.fill('引っ越すため');
  await leave().click();
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('ネットワークエラー');
  answer(requestMembershipChange, rejectWith(500, 'internal_error'));
  await leave().click();
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('システムエラー');
  await expect.element(note).toHaveValue('引っ越すため');
  const drafts = listCalls(requestMembershipChange).map(
    ({ body }) => (body as { draftId: string }).draftId,
  );
  expect(new Set(drafts).size).toBe(1);
  ignoreConsoleErrors('NetworkError');
  ignoreConsoleErrors('ApiError');
});

test('never guesses the number of cancelled reservations', async () => {
  await openContract();
  answer(listMyReservations, lost);
  await press('退会する');
  await expect.element(dialog()).toHaveTextContent('キャンセルになる予約を読み込めませんでした。');
});

const event = (changes: Partial<MembershipEvent>): MembershipEvent => ({
  eventId: 1,
  at: '2026-04-01T01:00:00.000Z',
  kind: 'joined',
  by: 'member',
  gymId: 1,
  gymName: sampleGym.name,
  membershipId: 1234,
  request: null,
  planName: null,
  fromDay: null,
  lastDay: null,
  count: null,
  reason: '',
  ...changes,
});

test('shows every step of the history with author and reason', async () => {
  answer(listMyMembershipEvents, {
    items: [
      event({
        eventId: 2,
        kind: 'declined',
        by: 'staff',
        request: 'pause',
        reason: '上限のため',
      }),
      event({ eventId: 3, kind: 'payment_noted', by: 'staff', reason: '4月分の会費' }),
      event({ planName: 'デイ', fromDay: '2026-04-01' }),
    ],
    nextCursor: null,
  });
  await openContract();
  const rows = page.getByRole('region', { name: 'お手続きの履歴' }).getByRole('listitem');
  expect(rows.elements().map(({ textContent }) => textContent)).toEqual([
    '休会のお申し込みのお断り理由：上限のため4月1日(水) 10:00・TANREN 神田・ジム',
    '入金確認4月分の会費4月1日(水) 10:00・TANREN 神田・ジム',
    '入会デイ・4月1日(水)から4月1日(水) 10:00・TANREN 神田・ご本人',
  ]);
});

test('マイページ links to the contract', async () => {
  takeClock(now);
  await renderPage('/settings');
  await page.getByRole('link', { name: '会員契約' }).click();
  await expect.element(heading('会員契約')).toBeVisible();
});
