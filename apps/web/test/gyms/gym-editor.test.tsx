import {
  createGym,
  deleteSpecialDay,
  setPlans,
  setSpecialDay,
  type StaffGym,
  updateGym,
} from '@tanren/contract/gyms/staff-gyms';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { gymFieldNames } from '#entities/gyms/gym-fields.ts';
import { dayAhead } from '#test/booking/gym-book.ts';
import { alertDialog, conflictPanel, openAsStaff } from '#test/staff/staff-page.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { sampleStaffGym } from '#test/samples/gyms.ts';
import { openStaffGym } from './staff-gym.ts';

const field = (label: string) => page.getByLabelText(label);
const plan = (number: number) => page.getByRole('listitem', { name: `プラン${number}` });
const openPlan = (number: number) => plan(number).getByRole('button', { name: '編集する' }).click();
const name = 'TANREN 検見川';
const closed = Array.from({ length: 7 }, () => null);
const empty: StaffGym = { ...sampleStaffGym, name, weekly: closed, plans: [] };

async function fillNewGym(): Promise<void> {
  await field('店舗名').fill(name);
  await field('住所').fill('千葉県千葉市花見川区0-0');
}

test('the form shows the value of every field that staff edit', async () => {
  expect(Object.values(sampleStaffGym)).not.toContain('');
  await openAsStaff(openStaffGym().address);
  await expect.element(field('店舗名')).toBeVisible();
  const { form } = field('店舗名').element() as HTMLInputElement;
  const values = gymFieldNames.map((each) => [each, String(sampleStaffGym[each])]);
  expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual(Object.fromEntries(values));
});

test('the form shows the error of every field that can be typed', async () => {
  await openAsStaff(openStaffGym().address);
  await expect.element(field('店舗名')).toBeVisible();
  const { form } = field('店舗名').element() as HTMLInputElement;
  const typed = gymFieldNames.filter((each) => each !== 'joining' && each !== 'healthCheck');
  const find = (each: string) => form?.elements.namedItem(each) as HTMLInputElement;
  for (const each of typed) await page.elementLocator(find(each)).fill('あ'.repeat(1001));
  await press('変更を保存する');
  const isWrong = (each: string) => find(each).ariaInvalid === 'true';
  await expect.poll(() => typed.filter((each) => !isWrong(each))).toEqual([]);
});

test('shows missing and invalid values at their fields', async () => {
  await openAsStaff('/staff/gyms/new');
  await press('店舗を追加する');
  await expect.element(field('店舗名')).toHaveFocus();
  await expect.element(page.getByText('住所を入力してください')).toBeVisible();
  await expectAccessible();
  await fillNewGym();
  await field('1回の利用時間').fill('0');
  await press('店舗を追加する');
  await expect.element(page.getByText('5〜1,440分で入力してください')).toBeVisible();
  expect(listCalls(createGym)).toEqual([]);
});

test('creates a gym once by a double click, from full-width input', async () => {
  openStaffGym(empty);
  answer(createGym, empty);
  const { address } = await openAsStaff('/staff/gyms/new');
  await fillNewGym();
  await field('電話番号').fill('０４３−０００−００００');
  await field('1回の利用時間').fill('９０');
  await tapTwice(button('店舗を追加する'));
  await expect.element(heading(name)).toBeVisible();
  expect(address()).toBe(`/staff/gyms/${empty.id}?tab=hours`);
  expect(listCalls(createGym).map(({ body }) => body)).toMatchObject([
    { name, slotMinutes: 90, phone: '043-000-0000' },
  ]);
});

test('creates one gym after a lost answer, with the latest input', async () => {
  const gym = openStaffGym(empty);
  answer(createGym, lost);
  const { address } = await openAsStaff('/staff/gyms/new');
  await fillNewGym();
  await press('店舗を追加する');
  await expect.element(page.getByText('ネットワークエラー')).toBeVisible();
  ignoreConsoleErrors('NetworkError');
  await field('定員').fill('33');
  answer(createGym, () => gym.now());
  await press('店舗を追加する');
  await expect.element(heading(name)).toBeVisible();
  expect(address()).toBe(`/staff/gyms/${empty.id}?tab=hours`);
  // The first call had created the gym: it is found by its draft id and then changed.
  const ids = listCalls(createGym).map(({ body }) => (body as { draftId: string }).draftId);
  expect(ids[1]).toBe(ids[0]);
  expect(listCalls(updateGym)).toMatchObject([{ body: { capacity: 33, version: 1 } }]);
  expect(gym.now()).toMatchObject({ capacity: 33, version: 2 });
});

test('writes, orders, removes and restores plans, and saves them together', async () => {
  const gym = openStaffGym(empty);
  await openAsStaff(`${gym.address}?tab=plans`);
  await expect.element(page.getByText('料金プランはありません。')).toBeVisible();
  await press('プランを追加する');
  await press('料金プランを保存する');
  await expect.element(field('プラン名')).toHaveFocus();
  await plan(1).getByLabelText('プラン名').fill('デイ');
  await plan(1).getByLabelText('料金（税込）').fill('６，６００');
  await expect.element(plan(1)).toHaveTextContent('うち消費税 ¥600');
  await press('プランを追加する');
  await plan(2).getByLabelText('プラン名').fill('1回利用');
  await plan(2).getByLabelText('料金（税込）').fill('1100');
  await plan(2).getByRole('radio', { name: '1回ごと' }).click();
  await press('プラン2を上へ移動する');
  await press('プランを追加する');
  await press('プラン3を外す');
  await toast('プランを外しました').getByRole('button', { name: '元に戻す' }).click();
  await expect.element(plan(3)).toBeVisible();
  await press('プラン3を外す');
  await expectAccessible();
  await press('料金プランを保存する');
  await expect.element(toast('料金プランを保存しました')).toBeVisible();
  expect(listCalls(setPlans)).toHaveLength(1);
  expect(gym.now().plans).toMatchObject([
    { name: '1回利用', price: 1100, per: 'visit' },
    { name: 'デイ', price: 6600, per: 'month', taxRate: 10 },
  ]);
});

test('shows a folded plan as one row on a desktop', async () => {
  const gym = openStaffGym();
  await openAsStaff(`${gym.address}?tab=plans`);
  await page.viewport(1280, 800);
  await expect.element(plan(1)).toBeVisible();
  expect(plan(1).element().getBoundingClientRect().height).toBeLessThanOrEqual(64);
  await openPlan(1);
  await expect.element(field('プラン名')).toBeVisible();
  await expectAccessible();
});

test('folds plans to a summary, and opens an invalid one', async () => {
  const gym = openStaffGym();
  await openAsStaff(`${gym.address}?tab=plans`);
  await expect.element(plan(1)).toHaveTextContent('レギュラー会員3人¥');
  await expect.element(field('プラン名')).not.toBeInTheDocument();
  await expectAccessible();
  await openPlan(2);
  await field('料金（税込）').fill('');
  await plan(2).getByRole('button', { name: '閉じる' }).click();
  await expect.element(field('料金（税込）')).not.toBeInTheDocument();
  await press('料金プランを保存する');
  await expect.element(field('料金（税込）')).toHaveFocus();
  expect(listCalls(setPlans)).toEqual([]);
  await field('料金（税込）').fill('1200');
  await expect.element(field('料金（税込）')).toHaveValue('1200');
});

test('changes the rights of a plan, which keeps its id and members', async () => {
  const gym = openStaffGym();
  await openAsStaff(`${gym.address}?tab=plans`);
  await expect.element(plan(1)).toHaveTextContent('会員3人');
  await expect.element(plan(2)).toHaveTextContent('会員なし');
  await openPlan(1);
  for (const day of ['土曜日', '日曜日']) {
    await plan(1).getByRole('checkbox', { name: day }).click();
  }
  await plan(1).getByRole('radio', { name: '時間を決める' }).click();
  await plan(1).getByLabelText('利用の終わり（時）').selectOptions('9');
  await plan(1).getByLabelText('1か月の利用回数').fill('８');
  await plan(1).getByRole('switch', { name: '来館しなかった予約も1回と数える' }).click();
  await plan(1).getByRole('radio', { name: '全店舗' }).click();
  await plan(1).getByRole('switch', { name: '申込受付' }).click();
  await press('料金プランを保存する');
  await expect.element(plan(1)).toHaveTextContent('終わりは、始まりより後の時刻にしてください');
  await expectAccessible();
  await plan(1).getByLabelText('利用の終わり（時）').selectOptions('17');
  gym.affect(2);
  await press('料金プランを保存する');
  await expect.element(alertDialog()).toHaveTextContent('予約が2件あります');
  expect(gym.now().version).toBe(1);
  await press('予約をキャンセルして変更する');
  await expect.element(toast('料金プランを保存しました')).toBeVisible();
  expect(gym.now().plans).toMatchObject([
    {
      id: 1,
      memberships: 3,
      weekdays: [1, 2, 3, 4, 5],
      fromMinute: 600,
      untilMinute: 1020,
      visitsPerMonth: 8,
      countsNoShows: true,
      allGyms: true,
      offered: false,
    },
    { id: 2, memberships: 0, offered: true },
  ]);
  await press('プラン1を外す');
  await expect.element(toast('会員3人は、そのまま続けられます')).toBeVisible();
});

test('chooses how members join, and how long they can withdraw', async () => {
  const gym = openStaffGym();
  await openAsStaff(gym.address);
  await page.getByRole('radio', { name: '店舗で確認' }).click();
  await field('変更の締め日').fill('29');
  await press('変更を保存する');
  await expect.element(page.getByText('1〜28日で入力してください')).toBeVisible();
  await field('変更の締め日').fill('15');
  await press('変更を保存する');
  await expect.element(toast('店舗の情報を保存しました')).toBeVisible();
  expect(gym.now()).toMatchObject({ joining: 'approval', noticeDay: 15 });
});

const reason = () => page.getByLabelText(/会員に表示する理由/);

test('shows what a colleague changed and what was taken over, and keeps the rest', async () => {
  const gym = openStaffGym();
  await openAsStaff(gym.address);
  await field('定員').fill('15');
  await field('アクセス').fill('北口から徒歩5分');
  gym.changeElsewhere({ capacity: 20, phone: '03-0000-9999' });
  await press('変更を保存する');
  const values = () =>
    conflictPanel()
      .getByRole('definition')
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(values)
    .toEqual([
      `保存されている内容（変更なし）${sampleStaffGym.access}`,
      'あなたの入力北口から徒歩5分',
      '保存されている内容03-0000-9999',
      'あなたの入力最新の内容を反映しました',
      '保存されている内容20人',
      'あなたの入力15人',
    ]);
  await expect.element(field('アクセス')).toHaveValue('北口から徒歩5分');
  await expect.element(field('電話番号')).toHaveValue('03-0000-9999');
  // What is typed now counts, not what was sent before.
  await field('定員').fill('16');
  await press('自分の内容で上書きする');
  await expect.element(toast('店舗の情報を保存しました')).toBeVisible();
  expect(gym.now()).toMatchObject({
    capacity: 16,
    access: '北口から徒歩5分',
    phone: '03-0000-9999',
    version: 3,
  });
});

test('changes of other parts cause no conflict', async () => {
  const gym = openStaffGym();
  await openAsStaff(`${gym.address}?tab=plans`);
  await openPlan(1);
  await field('プラン名').fill('レギュラー改');
  gym.changeElsewhere({ capacity: 20 });
  await press('料金プランを保存する');
  await expect.element(toast('料金プランを保存しました')).toBeVisible();
  await expect.element(conflictPanel()).not.toBeInTheDocument();
  expect(gym.now()).toMatchObject({ capacity: 20, version: 3 });
  // The whole page shows the latest version.
  await page.getByRole('link', { name: '基本情報' }).click();
  await expect.element(field('定員')).toHaveValue('20');
});

test('a day that a colleague removed can be set again', async () => {
  const day = { date: dayAhead(5), hours: null, note: '点検' };
  const gym = openStaffGym({ specialDays: [day] });
  await openAsStaff(`${gym.address}?tab=hours`);
  await page.getByRole('button', { name: /を変更する$/ }).click();
  await reason().fill('自分の理由');
  gym.changeElsewhere({ specialDays: [] });
  await press('この日を保存する');
  await expect.element(conflictPanel()).toHaveTextContent('通常の営業時間');
  await expect.element(reason()).toHaveValue('自分の理由');
  await expectAccessible();
  await press('自分の内容で上書きする');
  await expect.element(toast('臨時休館日を設定しました')).toBeVisible();
  await expect.element(page.getByText('自分の理由')).toBeVisible();
});

test('a day that a colleague changed is not removed without showing the change', async () => {
  const day = { date: dayAhead(5), hours: null, note: '点検' };
  const gym = openStaffGym({ specialDays: [day] });
  await openAsStaff(`${gym.address}?tab=hours`);
  const remove = page.getByRole('button', { name: /を通常に戻す$/ });
  await expect.element(remove).toBeVisible();
  gym.changeElsewhere({ specialDays: [{ ...day, note: '同僚の理由' }] });
  await remove.click();
  await expect.element(page.getByText('この日はほかのスタッフが変更しています')).toBeVisible();
  await expect.element(page.getByText('同僚の理由')).toBeVisible();
  expect(gym.now().specialDays).toHaveLength(1);
  await remove.click();
  await expect.element(toast('通常の営業時間に戻しました')).toBeVisible();
  expect(gym.now().specialDays).toEqual([]);
  expect(listCalls(deleteSpecialDay)).toHaveLength(2);
});

/** Closes the gym on a day for which one member has a reservation. */
async function closeReservedDay(upcomingReservations: number) {
  const gym = openStaffGym({ upcomingReservations });
  await openAsStaff(`${gym.address}?tab=hours`);
  await press('日付を追加する');
  await field('日付').fill(dayAhead(2));
  gym.affect(1);
  await press('この日を保存する');
  await expect.element(alertDialog()).toHaveTextContent('予約が1件あります');
  return gym;
}

test('a confirmation for another gym cancels no reservation, and is asked again', async () => {
  const gym = await closeReservedDay(2);
  gym.affect(2);
  gym.changeElsewhere({ capacity: 20 });
  await press('予約をキャンセルして変更する');
  await expect.element(alertDialog()).toHaveTextContent('もう一度ご確認ください');
  await expect.element(alertDialog()).toHaveTextContent('予約が2件あります');
  await expectAccessible();
  expect(gym.now().specialDays).toEqual([]);
  await press('予約をキャンセルして変更する');
  await expect.element(toast('臨時休館日を設定しました')).toBeVisible();
  // The first confirmation is for version 1, and a second one is required for version 2.
  expect(listCalls(setSpecialDay).map(({ body }) => body)).toMatchObject([
    { version: 1 },
    { version: 1, cancelAffected: 1 },
    { version: 2 },
    { version: 2, cancelAffected: 2 },
  ]);
  expect(listCalls(setSpecialDay)[2]?.body).not.toHaveProperty('cancelAffected');
});

test('asks again with the new number when a member booked in the meantime', async () => {
  const gym = await closeReservedDay(3);
  gym.affect(3);
  await press('予約をキャンセルして変更する');
  await expect.element(alertDialog()).toHaveTextContent('予約の件数が変わったため');
  await expect.element(alertDialog()).toHaveTextContent('予約が3件あります');
  expect(gym.now()).toMatchObject({ specialDays: [], upcomingReservations: 3 });
  await expectAccessible();
  await press('予約をキャンセルして変更する');
  await expect.element(toast('臨時休館日を設定しました')).toBeVisible();
  expect(gym.now().upcomingReservations).toBe(0);
  expect(listCalls(setSpecialDay).map(({ body }) => body)).toMatchObject([
    { version: 1 },
    { version: 1, cancelAffected: 1 },
    { version: 1, cancelAffected: 3 },
  ]);
});
