import { listGyms } from '@tanren/contract/gyms/gyms';
import { setSpecialDay, setWeeklyHours, updateGym } from '@tanren/contract/gyms/staff-gyms';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { sampleGym } from '#test/samples/gyms.ts';
import { dayAhead } from '#test/booking/gym-book.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { openStaffGym } from './staff-gym.ts';
import { alertDialog, openAsStaff } from '#test/staff/staff-page.ts';

const field = (label: string) => page.getByLabelText(label);
const reason = () => page.getByLabelText(/会員に表示する理由/);
const specialDay = (note: string) => page.getByRole('listitem').filter({ hasText: note });

async function openHours(...args: Parameters<typeof openStaffGym>) {
  const gym = openStaffGym(...args);
  await openAsStaff(`${gym.address}?tab=hours`);
  return gym;
}

test('rejects a day that overlaps the next one, or closes before it opens', async () => {
  const gym = await openHours();
  await expect.element(field('日曜日の閉店（時）')).toHaveValue('26');
  await expectAccessible();
  await field('土曜日の閉店（時）').selectOptions('30');
  await field('土曜日の閉店（分）').selectOptions('5');
  await press('営業時間を保存する');
  await expect.element(page.getByText('日曜日の開店（6:00）と重なっています')).toBeVisible();
  await field('土曜日の閉店（時）').selectOptions('5');
  await expect.element(page.getByText('閉店は、開店より後の時刻にしてください')).toBeVisible();
  await expectAccessible();
  expect(listCalls(setWeeklyHours)).toEqual([]);
  expect(gym.now().version).toBe(1);
});

test('saves the chosen week, and asks before leaving until then', async () => {
  const gym = await openHours();
  await page.getByRole('switch', { name: '水曜日に営業する' }).click();
  await field('木曜日の開店（時）').selectOptions('9');
  await field('木曜日の開店（分）').selectOptions('30');
  await field('木曜日の閉店（時）').selectOptions('25');
  const plans = page.getByRole('link', { name: '料金プラン' });
  await plans.click();
  await expect.element(alertDialog()).toHaveTextContent('まだ保存されていません');
  await press('入力を続ける');
  await tapTwice(button('営業時間を保存する'));
  await expect.element(toast('営業時間を保存しました')).toBeVisible();
  expect(listCalls(setWeeklyHours)).toHaveLength(1);
  const usual = { opensMinute: 360, closesMinute: 1560 };
  expect(gym.now().weekly).toEqual([
    usual,
    usual,
    usual,
    null,
    { opensMinute: 570, closesMinute: 1500 },
    usual,
    usual,
  ]);
  await plans.click();
  await expect.element(button('料金プランを保存する')).toBeVisible();
  await expect.element(alertDialog()).not.toBeInTheDocument();
});

test('a special day needs a date from today on', async () => {
  await openHours();
  await press('日付を追加する');
  await press('この日を保存する');
  await expect.element(page.getByText('日付を入力してください')).toBeVisible();
  await field('日付').fill(dayAhead(-1));
  await expect.element(page.getByText('今日以降の日付を入力してください')).toBeVisible();
  expect(listCalls(setSpecialDay)).toEqual([]);
});

test('cancels reservations only after a confirmation, once', async () => {
  const gym = await openHours({ upcomingReservations: 2 });
  await expect.element(page.getByText('これからの予約：2件')).toBeVisible();
  gym.affect(1);
  await press('日付を追加する');
  await field('日付').fill(dayAhead(2));
  await reason().fill('設備点検のため');
  await press('この日を保存する');
  await expect.element(alertDialog()).toHaveTextContent('枠がなくなる予約が1件あります');
  await expect.element(alertDialog()).toHaveTextContent('12月3日(木) 19:00〜20:00・TANREN 神田');
  await expectAccessible();
  await press('変更しない');
  await expect.element(alertDialog()).not.toBeInTheDocument();
  expect(gym.now().specialDays).toEqual([]);
  await press('この日を保存する');
  await tapTwice(button('予約をキャンセルして変更する'));
  await expect.element(toast('臨時休館日を設定しました')).toBeVisible();
  await expect.element(page.getByText('これからの予約：1件')).toBeVisible();
  await expect.element(specialDay('設備点検のため')).toHaveTextContent('休館');
  expect(listCalls(setSpecialDay)).toHaveLength(3);
});

test('changes a closed day to other hours, then back to the weekly ones', async () => {
  const day = { date: dayAhead(2), hours: null, note: '設備点検のため' };
  const gym = await openHours({ specialDays: [day] });
  await page.getByRole('button', { name: /を変更する$/ }).click();
  await page.getByRole('switch', { name: 'この日に営業する' }).click();
  await field('この日の開店（時）').selectOptions('12');
  await field('この日の閉店（時）').selectOptions('34');
  await press('この日を保存する');
  await expect.element(page.getByText('翌日の開店と重なっています')).toBeVisible();
  await field('この日の閉店（時）').selectOptions('20');
  await press('この日を保存する');
  await expect.element(toast('臨時営業日を設定しました')).toBeVisible();
  await expect.element(page.getByText('12:00〜20:00')).toBeVisible();
  await page.getByRole('button', { name: /を通常に戻す$/ }).click();
  await expect.element(toast('通常の営業時間に戻しました')).toBeVisible();
  await expect.element(page.getByText('今日以降の臨時営業日・休館日はありません。')).toBeVisible();
  expect(gym.now()).toMatchObject({ specialDays: [], version: 3 });
});

test('asks before a lower capacity cancels reservations', async () => {
  const gym = openStaffGym({ upcomingReservations: 2 });
  await openAsStaff(gym.address);
  gym.affect(1);
  await field('定員').fill('1');
  await press('変更を保存する');
  await expect.element(alertDialog()).toHaveTextContent('予約が1件あります');
  expect(gym.now().capacity).toBe(12);
  await press('予約をキャンセルして変更する');
  await expect.element(toast('店舗の情報を保存しました')).toBeVisible();
  expect(gym.now()).toMatchObject({ capacity: 1, upcomingReservations: 1 });
});

test('repeats a change after a lost answer without harm', async () => {
  const gym = openStaffGym();
  await openAsStaff(gym.address);
  await field('定員').fill('44');
  gym.loseAnswers(true);
  await press('変更を保存する');
  await expect.element(page.getByText('ネットワークエラー')).toBeVisible();
  ignoreConsoleErrors('NetworkError');
  await expect.element(field('定員')).toHaveValue('44');
  gym.loseAnswers(false);
  await press('変更を保存する');
  await expect.element(toast('店舗の情報を保存しました')).toBeVisible();
  expect(gym.now()).toMatchObject({ capacity: 44, version: 2 });
  // The second call has the same content and version, so the server recognises the same change.
  const [first, second] = listCalls(updateGym);
  expect(second?.body).toEqual(first?.body);
});

test('leads from the list of gyms to the hours of one gym', async () => {
  const gym = openStaffGym();
  const { id, name } = gym.now();
  answer(listGyms, [{ ...sampleGym, id, name }]);
  await openAsStaff('/staff/gyms');
  await page.getByRole('main').getByRole('link', { name }).click();
  await expect.element(heading(name)).toBeVisible();
  await page.getByRole('link', { name: '営業時間', exact: true }).click();
  await expect.element(field('日曜日の閉店（時）')).toHaveValue('26');
});
