import {
  changeMembership,
  decideMembershipRequest,
  enrolMember,
  setNameKana,
  getStaffMembership,
  listMemberships,
} from '@tanren/contract/memberships/staff-memberships';
import { getStaffMembershipConfirmation } from '@tanren/contract/memberships/membership-confirmations';
import { getStaffMember, listStaffWorkouts } from '@tanren/contract/staff/staff-members';
import { addDays } from '@tanren/domain/gyms/gym-time';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formatGymDate } from '#lib/dates.ts';
import { sampleStoredConfirmation } from '#test/samples/confirmations.ts';
import { dayPlan, samplePlan, sampleStaffMembership } from '#test/samples/memberships.ts';
import { alertDialog, dialog, openAsStaff } from '#test/staff/staff-page.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { openContracts, sampleRequest, today } from './contracts.ts';

const request = (name: string) => page.getByRole('article', { name });
const card = (name: string) => page.getByRole('region', { name });
const field = (label: string) => dialog().getByLabelText(label);
const planField = () => dialog().getByLabelText('プラン', { exact: true });
const bodiesOf = (...args: Parameters<typeof listCalls>) =>
  listCalls(...args).map(({ body }) => body);

test('lists applications first, with their number, and approves once', async () => {
  const contracts = openContracts();
  const pause = sampleRequest({
    requestId: 52,
    kind: 'pause',
    plan: null,
    membershipId: 1234,
    name: '力石 春',
    note: '',
  });
  contracts.apply(sampleRequest(), pause);
  await openAsStaff('/staff/memberships');
  await expect.element(page.getByRole('heading', { name: /^お申し込み ?2 ?件$/ })).toBeVisible();
  await expect.element(request('新井 初さんの入会')).toHaveTextContent('プランデイ');
  await expect.element(request('新井 初さんの入会')).toHaveTextContent('友人の紹介です');
  await expect.element(request('力石 春さんの休会')).toHaveTextContent('再開のお申し込みまで');
  await request('新井 初さんの入会').getByRole('button', { name: '承認する' }).click();
  await expect.element(alertDialog()).toHaveTextContent('ご本人確認が済んでいること');
  await expectAccessible();
  await tapTwice(alertDialog().getByRole('button', { name: '承認する' }));
  await expect.element(toast('入会を承認しました')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /^お申し込み ?1 ?件$/ })).toBeVisible();
  expect(bodiesOf(decideMembershipRequest)).toEqual([{ approve: true }]);
});

test('an approval that cancels reservations asks with their number, and again when it changes', async () => {
  const contracts = openContracts();
  contracts.apply(
    sampleRequest({ kind: 'end', plan: null, membershipId: 1234, fromDay: '2026-04-01' }),
  );
  contracts.affect(2);
  await openAsStaff('/staff/memberships');
  // The date is the last day with the membership, not the first one without.
  await expect.element(request('新井 初さんの退会')).toHaveTextContent('最終日3月31日(火)');
  await press('承認する');
  await alertDialog().getByRole('button', { name: '承認する' }).click();
  const question = page.getByRole('alertdialog', { name: 'キャンセルになる予約があります' });
  await expect.element(question).toHaveTextContent('予約が2件あります');
  const lost = question.getByRole('list', { name: 'キャンセルになる予約' });
  await expect.element(lost).toHaveTextContent('12月3日(木) 19:00〜20:00・TANREN 神田（2件）');
  await expectAccessible();
  contracts.affect(3);
  await press('予約をキャンセルして変更する');
  await expect.element(question).toHaveTextContent('件数が変わったため');
  await expect.element(question).toHaveTextContent('予約が3件あります');
  await press('予約をキャンセルして変更する');
  await expect.element(toast('退会を承認しました')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  expect(bodiesOf(decideMembershipRequest)).toEqual([
    { approve: true },
    { approve: true, cancelAffected: 2 },
    { approve: true, cancelAffected: 3 },
  ]);
});

test('declining needs a reason, and a colleague may have decided first', async () => {
  const contracts = openContracts();
  contracts.apply(sampleRequest());
  await openAsStaff('/staff/memberships');
  await press('お断りする');
  await dialog().getByRole('button', { name: 'お断りする' }).click();
  await expect.element(dialog()).toHaveTextContent('理由を入力してください');
  await expectAccessible();
  contracts.decideElsewhere('approved');
  await field('理由').fill('ご本人を確認できなかったため');
  await dialog().getByRole('button', { name: 'お断りする' }).click();
  await expect.element(toast('このお申し込みは対応済みです')).toBeVisible();
  await expect.element(page.getByText('確認を待っているお申し込みはありません。')).toBeVisible();
  expect(bodiesOf(decideMembershipRequest)).toEqual([
    { approve: false, reason: 'ご本人を確認できなかったため' },
  ]);
});

test('finds memberships by name or number, and the address contains nothing of it', async () => {
  openContracts({ member: null, nickname: null });
  const { address, back } = await openAsStaff('/staff/memberships?gym=1');
  const found = page.getByRole('link', { name: /力石 春/ });
  await expect.element(found).toHaveTextContent('00001234');
  await expect.element(found).toHaveTextContent('契約者のアカウントなし');
  const search = page.getByLabelText('会員契約を探す');
  await search.fill('誰か');
  await press('検索する');
  await expect.element(page.getByText('「誰か」に当てはまる会員契約は')).toBeVisible();
  await search.fill('1234');
  await press('検索する');
  await expect.element(page.getByText('1件見つかりました。')).toBeVisible();
  expect(address()).toBe('/staff/memberships?gym=1');
  await found.click();
  await expect.element(heading('力石 春')).toBeVisible();
  await expect.element(card('契約')).toHaveTextContent('契約者のアカウントなし');
  await expectAccessible();
  back();
  await expect.element(page.getByText('1件見つかりました。')).toBeVisible();
  expect(listCalls(listMemberships)).toHaveLength(3);
  const other = page.getByRole('main').getByRole('link', { name: '会員検索' });
  await expect.element(other).toHaveAttribute('href', '/staff/members');
});

test('shows the first day of a future membership, and of others when it was made', async () => {
  openContracts();
  const fromDay = addDays(today(), 5);
  const terms = [{ fromDay, lastDay: null, plan: dayPlan, paused: false }];
  const coming = sampleStaffMembership({ membershipId: 1, state: 'not_started', terms });
  answer(listMemberships, { items: [coming, sampleStaffMembership()], nextCursor: null });
  await openAsStaff('/staff/memberships?gym=1');
  const rows = page.getByRole('link', { name: /力石 春/ });
  // The nickname tells the desk why a search for it found this name.
  await expect.element(rows.first()).toHaveTextContent('力石 春ハル');
  await expect.element(rows.first()).toHaveTextContent(`開始前${formatGymDate(fromDay)}から`);
  await expect.element(rows.last()).toHaveTextContent(/1月5日\(月\)入会$/);
});

test('opens what the member saw before applying, with one logged look', async () => {
  openContracts({ confirmationId: 70 });
  answer(getStaffMembershipConfirmation, sampleStoredConfirmation);
  await openAsStaff('/staff/memberships/1234');
  const label = page.getByText('お申し込み時の確認内容');
  await expect.element(label).toBeVisible();
  expect(listCalls(getStaffMembershipConfirmation)).toEqual([]);
  await label.click();
  await expect
    .element(page.getByText('「申し込む」を押すと、会員契約が成立します。'))
    .toBeVisible();
  await expectAccessible();
  await label.click();
  await label.click();
  await expect
    .element(page.getByText('「申し込む」を押すと、会員契約が成立します。'))
    .toBeVisible();
  expect(listCalls(getStaffMembershipConfirmation)).toHaveLength(1);
});

test('shows terms, visits and history of a membership', async () => {
  const first = addDays(today(), -100);
  openContracts({
    terms: [
      { fromDay: first, lastDay: addDays(today(), 9), plan: dayPlan, paused: false },
      { fromDay: addDays(today(), 10), lastDay: addDays(today(), 40), plan: dayPlan, paused: true },
      { fromDay: addDays(today(), 41), lastDay: null, plan: samplePlan, paused: false },
    ],
    visits: [{ month: '2026-03', used: 3, limit: 8 }],
  });
  await openAsStaff('/staff/memberships/1234');
  await expect.element(card('契約')).toHaveTextContent('会員番号00001234');
  await expect.element(card('契約')).toHaveTextContent('3月の利用回数（予約中を含む）3/8回');
  await expect.element(card('契約')).toHaveTextContent('月〜金曜日 17:00まで・月8回まで');
  await expect.element(card('期間').getByRole('listitem').nth(1)).toHaveTextContent('休会');
  await expect.element(card('履歴')).toHaveTextContent('入会');
  await expect.element(card('履歴')).toHaveTextContent('店頭でのお申し込み');
  await expect
    .element(card('契約').getByRole('link', { name: 'ハル' }))
    .toHaveAttribute('href', '/staff/members/6f2d3f0e-5a53-4c5c-9a51-0f7d7f1f0a11');
});

test('registers an end with day and reason, and withdraws it', async () => {
  const contracts = openContracts();
  await openAsStaff(contracts.address);
  await press('退会を登録する');
  await field('利用できる最終日').fill(addDays(today(), -1));
  await press('登録する');
  await expect.element(dialog()).toHaveTextContent('今日以降の日付を入力してください');
  await expect.element(dialog()).toHaveTextContent('理由を入力してください');
  await expectAccessible();
  const lastDay = addDays(today(), 20);
  await field('利用できる最終日').fill(lastDay);
  await field('理由').fill('転居のため');
  contracts.affect(1);
  await press('登録する');
  await expect.element(alertDialog()).toHaveTextContent('予約が1件あります');
  await press('変更しない');
  await expect.element(field('理由')).toHaveValue('転居のため');
  await press('登録する');
  await tapTwice(button('予約をキャンセルして変更する'));
  await expect.element(toast('退会を登録しました')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(card('履歴')).toHaveTextContent('転居のため');
  expect(bodiesOf(changeMembership)).toEqual([
    { kind: 'end', fromDay: lastDay, reason: '転居のため', version: 1 },
    { kind: 'end', fromDay: lastDay, reason: '転居のため', version: 1 },
    { kind: 'end', fromDay: lastDay, reason: '転居のため', version: 1, cancelAffected: 1 },
  ]);
  await press('退会を取りやめる');
  await field('理由').fill('継続のご希望');
  await press('取りやめる');
  await expect.element(toast('退会を取りやめました')).toBeVisible();
  expect(bodiesOf(changeMembership).at(-1)).toEqual({
    kind: 'continue',
    reason: '継続のご希望',
    version: 2,
  });
});

test('changes nothing when a colleague was first, keeps the input, and the next attempt works', async () => {
  const contracts = openContracts();
  await openAsStaff(contracts.address);
  await press('プランを変更する');
  await expect.element(dialog().getByRole('option', { name: /デイ/ })).toBeInTheDocument();
  // The member's current plan is not offered as a change.
  await expect
    .element(dialog().getByRole('option', { name: /レギュラー/ }))
    .not.toBeInTheDocument();
  await press('変更する');
  await expect.element(dialog()).toHaveTextContent('プランを選んでください');
  await planField().selectOptions('3');
  await expect.element(dialog()).toHaveTextContent('月〜金曜日 17:00まで・月8回まで');
  await field('理由').fill('本人の希望');
  contracts.changeElsewhere();
  await press('変更する');
  await expect.element(dialog()).toHaveTextContent('ほかのスタッフがこの会員契約を変更したため');
  await expect.element(field('理由')).toHaveValue('本人の希望');
  await expect.element(planField()).toHaveValue('3');
  await expectAccessible();
  expect(listCalls(getStaffMembership)).toHaveLength(2);
  await press('変更する');
  await expect.element(toast('プランを変更しました')).toBeVisible();
  await expect.element(card('履歴')).toHaveTextContent('同僚の確認');
  expect(bodiesOf(changeMembership)).toMatchObject([
    { kind: 'plan', planId: 3, version: 1 },
    { kind: 'plan', planId: 3, version: 2 },
  ]);
});

test('a pause has an end or none', async () => {
  const contracts = openContracts();
  await openAsStaff(contracts.address);
  await press('休会を登録する');
  const [fromDay, lastDay] = [addDays(today(), 5), addDays(today(), 30)];
  await field('休会の初日').fill(fromDay);
  await field('休会の最終日').fill(addDays(today(), 4));
  await field('理由').fill('けがのため');
  await press('登録する');
  await expect.element(dialog()).toHaveTextContent('休会の初日以降の日付を入力してください');
  await field('休会の最終日').fill(lastDay);
  await press('登録する');
  await expect.element(toast('休会を登録しました')).toBeVisible();
  expect(bodiesOf(changeMembership)).toEqual([
    { kind: 'pause', fromDay, lastDay, reason: 'けがのため', version: 1 },
  ]);
});

test('explains in the form what cannot be changed', async () => {
  const contracts = openContracts();
  await openAsStaff(contracts.address);
  answer(changeMembership, rejectWith(409, 'change_impossible'));
  await press('退会を登録する');
  await field('理由').fill('転居のため');
  await press('登録する');
  await expect.element(dialog()).toHaveTextContent('会員契約は何も変わりません。');
});

test('writes the フリガナ of a contract, which shows it beside the name', async () => {
  const contracts = openContracts();
  await openAsStaff(contracts.address);
  await press('フリガナを登録する');
  await field('フリガナ').fill('Rikiishi');
  await press('保存する');
  await expect.element(dialog()).toHaveTextContent('フリガナはカタカナで入力してください');
  await expectAccessible();
  await field('フリガナ').fill('りきいし はる');
  await press('保存する');
  await expect.element(toast('フリガナを保存しました')).toBeVisible();
  await expect.element(page.getByText('リキイシ ハル', { exact: true })).toBeVisible();
  await expect.element(button('フリガナを変更する')).toBeVisible();
  expect(listCalls(setNameKana)).toMatchObject([{ body: { nameKana: 'リキイシ ハル' } }]);
});

test('enrols a member at the desk from the page of the account', async () => {
  const contracts = openContracts();
  const { member } = contracts;
  answer(getStaffMember, {
    member,
    nickname: 'ハル',
    email: 'haru@tanren.example',
    registeredAt: '2026-01-05T01:00:00.000Z',
    workoutCount: 0,
    lastWorkoutAt: null,
    upcomingReservations: 0,
    hasTrainer: false,
    account: { devices: 1, totpEnabled: false, holdsRole: false },
    rankingVisible: true,
  });
  answer(listStaffWorkouts, { items: [], nextCursor: null });
  const { address } = await openAsStaff(`/staff/members/${member}`);
  await expect.element(card('会員契約')).toHaveTextContent('TANREN 神田力石 春00001234・利用中');
  await expectAccessible();
  await press('別の契約を登録する');
  await press('入会を登録する');
  await expect.element(dialog()).toHaveTextContent('お名前を入力してください');
  await expectAccessible();
  await field('店舗').selectOptions('TANREN 渋谷');
  await planField().selectOptions('1');
  await field('お名前').fill(' 力石 春 ');
  await field('フリガナ（任意）').fill('力石');
  await press('入会を登録する');
  await expect.element(dialog()).toHaveTextContent('フリガナはカタカナで入力してください');
  await field('フリガナ（任意）').fill('りきいし ﾊﾙ');
  await field('理由').fill('店頭でのお申し込み');
  answer(enrolMember, rejectWith(409, 'membership_exists'));
  await press('入会を登録する');
  await expect.element(dialog()).toHaveTextContent('会員契約をすでに持っています。');
  openContracts();
  await tapTwice(button('入会を登録する'));
  await expect.element(toast('入会の手続きが完了しました')).toBeVisible();
  await expect.element(heading('力石 春')).toBeVisible();
  expect(address()).toBe(contracts.address);
  expect(listCalls(enrolMember).at(-1)).toMatchObject({
    path: '/staff/gyms/2/memberships',
    body: {
      member,
      planId: 1,
      fromDay: today(),
      name: '力石 春',
      nameKana: 'リキイシ ハル',
      reason: '店頭でのお申し込み',
    },
  });
  expect(listCalls(enrolMember)).toHaveLength(2);
});
