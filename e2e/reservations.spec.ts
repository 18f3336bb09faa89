import { runSql } from './support/database.ts';
import {
  expect,
  expectClean,
  expectQuietConsole,
  holdToast,
  toast,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import {
  button,
  cards,
  countTaken,
  dayAhead,
  fillPlaces,
  forgiveRefusals,
  insertReservation,
  makeGym,
  openSlots,
  showMine,
  slot,
  tomorrow,
} from './support/reservations.ts';

expectQuietConsole(test);

test('one tap reserves, a double tap once, and the toast takes it back', async ({
  page,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded);
  const at = { gymId, day: tomorrow(), hour: 19 };
  await openSlots(page, member, gymId);
  await expect(slot(page, '19:00〜20:00')).toContainText('残り5名');
  await expectClean(page);
  await button(page, '19:00〜20:00を予約する').dblclick();
  await holdToast(page, '予約しました');
  await expect(toast(page, '予約しました')).toContainText('19:00〜20:00');
  await expect(slot(page, '19:00〜20:00')).toContainText('予約済み');
  expect(await countTaken(embedded, at)).toBe(1);
  await toast(page, '予約しました').getByRole('button', { name: '元に戻す' }).click();
  await expect(toast(page, '予約を取り消しました')).toBeVisible();
  await expect(slot(page, '19:00〜20:00')).toContainText('残り5名');
  expect(await countTaken(embedded, at)).toBe(0);
});

test('a second tap is never the opposite of the first', async ({ page, embedded, member }) => {
  const gymId = await makeGym(embedded);
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/training-reservations/')) return;
    if (request.method() !== 'GET') sent.push(request.method());
  });
  await openSlots(page, member, gymId);
  // At once, and again while the finger may still be tapping, though the button has turned.
  await button(page, '19:00〜20:00を予約する').evaluate(async (element: HTMLElement) => {
    const turned = new Promise<number>((resolve) => {
      new MutationObserver(() => {
        resolve(performance.now());
      }).observe(element, { attributeFilter: ['aria-label'] });
    });
    element.click();
    element.click();
    const from = await turned;
    while (performance.now() - from < 200) {
      element.click();
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
  await expect(toast(page, '予約しました')).toBeVisible();
  const cancel = button(page, '19:00〜20:00の予約を取り消す');
  await expect(cancel).toHaveAttribute('aria-disabled', 'false');
  expect(sent).toEqual(['POST']);
});

test('all of it by keyboard: the day by arrow keys, the focus stays on its slot', async ({
  page,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded, { opens: 10, closes: 12 });
  await openSlots(page, member, gymId);
  await expect(slot(page, '10:00〜11:00')).toBeVisible();
  await page.getByRole('group', { name: '日付' }).getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`date=${dayAhead(2)}`));
  await expect(slot(page, '10:00〜11:00')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(button(page, '10:00〜11:00を予約する')).toBeFocused();
  await page.keyboard.press('Enter');
  const cancel = button(page, '10:00〜11:00の予約を取り消す');
  await expect(cancel).toBeFocused();
  await expect(cancel).toHaveAttribute('aria-disabled', 'false');
  await page.keyboard.press('Enter');
  await expect(button(page, '10:00〜11:00を予約する')).toBeFocused();
  expect(await countTaken(embedded, { gymId, day: dayAhead(2), hour: 10 })).toBe(0);
});

test('another takes the last place meanwhile: clear words, and what is free nearby', async ({
  page,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded, { capacity: 2 });
  const at = (hour: number, day = tomorrow()) => ({ gymId, day, hour });
  await fillPlaces(embedded, at(18), 2);
  await fillPlaces(embedded, at(19), 1);
  await openSlots(page, member, gymId);
  await expect(slot(page, '19:00〜20:00')).toContainText('残りわずか（あと1名）');
  await fillPlaces(embedded, at(19), 1);
  await button(page, '19:00〜20:00を予約する').click();
  const row = slot(page, '19:00〜20:00');
  await expect(row.getByRole('alert')).toContainText('ちょうど満席になりました');
  await expect(row).toContainText('満席');
  const near = row.getByRole('list').getByRole('button');
  await expect(near).toHaveCount(3);
  await expect(near.nth(0)).toContainText('17:00〜18:00');
  await expect(near.nth(1)).toContainText('20:00〜21:00');
  await expect(near.nth(2)).toContainText('19:00〜20:00');
  await expectClean(page);
  await near.nth(1).click();
  await expect(slot(page, '20:00〜21:00')).toContainText('予約済み');
  await expect(page.getByText('ちょうど満席になりました')).toHaveCount(0);
  expect(await countTaken(embedded, at(19))).toBe(2);
  expect(await countTaken(embedded, at(20))).toBe(1);
  forgiveRefusals();
});

test('nothing free on that day: the next day at the same time, which is then shown', async ({
  page,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded, { capacity: 1, opens: 19, closes: 20 });
  await openSlots(page, member, gymId);
  await expect(slot(page, '19:00〜20:00')).toContainText('残り1名');
  await fillPlaces(embedded, { gymId, day: tomorrow(), hour: 19 }, 1);
  await button(page, '19:00〜20:00を予約する').click();
  const near = slot(page, '19:00〜20:00').getByRole('list').getByRole('button');
  await near.click();
  await expect(page).toHaveURL(new RegExp(`date=${dayAhead(2)}`));
  await expect(slot(page, '19:00〜20:00')).toContainText('予約済み');
  expect(await countTaken(embedded, { gymId, day: dayAhead(2), hour: 19 })).toBe(1);
  forgiveRefusals();
});

test('four at most, and never two at one time, in words', async ({ page, embedded, member }) => {
  const gymId = await makeGym(embedded);
  const elsewhere = await makeGym(embedded);
  await insertReservation(embedded, member, { gymId: elsewhere, day: tomorrow(), hour: 8 });
  await openSlots(page, member, gymId);
  await button(page, '8:00〜9:00を予約する').click();
  await expect(slot(page, '8:00〜9:00').getByRole('alert')).toContainText(
    '同じ時間帯に別の予約があります',
  );
  for (const hour of [10, 11, 12]) {
    await insertReservation(embedded, member, { gymId, day: tomorrow(), hour });
  }
  await button(page, '14:00〜15:00を予約する').click();
  await expect(slot(page, '14:00〜15:00').getByRole('alert')).toContainText('予約は同時に4件まで');
  expect(await countTaken(embedded, { gymId, day: tomorrow(), hour: 14 })).toBe(0);
  forgiveRefusals();
});

test.describe('on a phone in New York', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('times are the gym’s, and slots after midnight belong to the evening', async ({
    page,
    embedded,
    member,
  }) => {
    const gymId = await makeGym(embedded, { opens: 22, closes: 26 });
    await openSlots(page, member, gymId);
    const times = page.getByRole('main').getByRole('listitem').getByRole('time');
    await expect(times).toHaveText([
      '22:00〜23:00',
      '23:00〜翌0:00',
      '翌0:00〜1:00',
      '翌1:00〜2:00',
    ]);
    const today = page.locator('label', { hasText: '今日' });
    await expect(today.getByRole('radio')).toHaveValue(dayAhead(0));
    await button(page, '翌1:00〜2:00を予約する').click();
    await expect(slot(page, '翌1:00〜2:00')).toContainText('予約済み');
    expect(await countTaken(embedded, { gymId, day: tomorrow(), hour: 25 })).toBe(1);
    await showMine(page);
    const [, month, day] = tomorrow().split('-').map(Number);
    await expect(cards(page)).toContainText(`${month}月${day}日`);
    await expect(cards(page)).toContainText('翌1:00〜2:00');
  });
});

test('a closed day and one with a note say so, and lead to the next open one', async ({
  page,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded, { opens: 10, closes: 12 });
  await runSql(
    embedded.dataDir,
    `insert into gym_special_days (gym_id, date, opens_minute, closes_minute, note)
     values ($1, $2, null, null, '設備点検'), ($1, $3, 780, 840, '短縮営業')`,
    [gymId, tomorrow(), dayAhead(2)],
  );
  await openSlots(page, member, gymId);
  await expect(page.getByText('この日は休館日です。')).toBeVisible();
  await expect(page.getByRole('radio', { name: /休館 設備点検/ })).toBeChecked();
  await page.getByRole('button', { name: /を見る/ }).click();
  await expect(slot(page, '13:00〜14:00')).toBeVisible();
  await expect(page.getByRole('main').getByRole('time')).toHaveCount(2);
  await expect(page.getByText('短縮営業', { exact: true })).toBeVisible();
});
