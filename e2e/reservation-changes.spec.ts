import { readFile } from 'node:fs/promises';
import { runSql } from './support/database.ts';
import {
  expect,
  expectClean,
  expectQuietConsole,
  holdToast,
  toast,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { openAs } from './support/member-steps.ts';
import {
  button,
  cards,
  countTaken,
  fillPlaces,
  forgiveRefusals,
  insertReservation,
  makeGym,
  openMine,
  reservationsAddress,
  showMine,
  slot,
  tomorrow,
} from './support/reservations.ts';
import { itemOf, makeSession } from './support/training-sessions.ts';

expectQuietConsole(test);

test('a reservation moves, keeps itself when the new slot is full, and goes back', async ({
  page,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded, { capacity: 1 });
  const at = (hour: number) => ({ gymId, day: tomorrow(), hour });
  const id = await insertReservation(embedded, member, at(9));
  await openMine(page, member, gymId);
  await cards(page)
    .getByRole('link', { name: /予約を変更する/ })
    .click();
  await expect(page.getByText('変更先を選んでください')).toBeVisible();
  await expect(slot(page, '9:00〜10:00')).toContainText('変更前の予約');
  await expect(page.getByRole('combobox', { name: 'ジム' })).toBeDisabled();
  await fillPlaces(embedded, at(11), 1);
  await button(page, '11:00〜12:00に変更する').click();
  await expect(slot(page, '11:00〜12:00').getByRole('alert')).toContainText(
    '元の予約はそのままです',
  );
  // After a reload the address still knows what is being done.
  await page.reload();
  await button(page, '14:00〜15:00に変更する').click();
  await holdToast(page, '予約を変更しました');
  await expect(toast(page, '予約を変更しました')).toContainText('14:00〜15:00');
  await expect(page.getByText('変更先を選んでください')).toHaveCount(0);
  await expect(slot(page, '14:00〜15:00')).toContainText('予約済み');
  const [moved] = await runSql(
    embedded.dataDir,
    'select sequence from training_reservations where id = $1 and cancelled_at is null',
    [id],
  );
  expect(moved?.['sequence']).toBe(1);
  await toast(page, '予約を変更しました').getByRole('button', { name: '元に戻す' }).click();
  await expect(slot(page, '9:00〜10:00')).toContainText('予約済み');
  expect([await countTaken(embedded, at(9)), await countTaken(embedded, at(14))]).toEqual([1, 0]);
  forgiveRefusals();
});

test('やめる leaves a move, and taps reserve again', async ({ page, embedded, member }) => {
  const gymId = await makeGym(embedded);
  const id = await insertReservation(embedded, member, { gymId, day: tomorrow(), hour: 9 });
  await openAs(page, member, reservationsAddress(gymId, tomorrow(), `&move=${id}`));
  await button(page, '変更をやめる').click();
  await button(page, '10:00〜11:00を予約する').click();
  await expect(slot(page, '10:00〜11:00')).toContainText('予約済み');
  await expect(slot(page, '9:00〜10:00')).toContainText('予約済み');
});

test('after the deadline the reason stands instead; one that passes meanwhile is told', async ({
  page,
  embedded,
  member,
}) => {
  const late = await makeGym(embedded, { deadlineMinutes: 10_080 });
  const gymId = await makeGym(embedded);
  await insertReservation(embedded, member, { gymId: late, day: tomorrow(), hour: 9 });
  await insertReservation(embedded, member, { gymId, day: tomorrow(), hour: 20 });
  await openMine(page, member, gymId);
  const [first, second] = [cards(page).nth(0), cards(page).nth(1)];
  await expect(first).toContainText('期限');
  await expect(first).toContainText('過ぎました');
  await expect(first.getByRole('button', { name: /取り消す/ })).toBeDisabled();
  await expect(first.getByRole('link', { name: /変更する/ })).toHaveCount(0);
  await expectClean(page);
  const sql = 'update gyms set cancel_deadline_minutes = 10080 where id = $1';
  await runSql(embedded.dataDir, sql, [gymId]);
  await second.getByRole('button', { name: /取り消す/ }).click();
  await expect(second.getByRole('alert')).toContainText('取り消しの期限を過ぎています');
  expect(await countTaken(embedded, { gymId, day: tomorrow(), hour: 20 })).toBe(1);
  forgiveRefusals();
});

test('a cancelled reservation comes back by the toast', async ({ page, embedded, member }) => {
  const gymId = await makeGym(embedded);
  const at = { gymId, day: tomorrow(), hour: 9 };
  await insertReservation(embedded, member, at);
  await openMine(page, member, gymId);
  await cards(page)
    .getByRole('button', { name: /取り消す/ })
    .click();
  await holdToast(page, '予約を取り消しました');
  await expect(page.getByText('予約はまだありません')).toBeVisible();
  await toast(page, '予約を取り消しました').getByRole('button', { name: '元に戻す' }).click();
  await expect(cards(page)).toContainText('9:00〜10:00');
  expect(await countTaken(embedded, at)).toBe(1);
  await page.getByText('過去の予約').click();
  await expect(page.getByText('取り消しました', { exact: false }).last()).toBeVisible();
});

test('a session comes along from its page, can be put on an old reservation, and left off', async ({
  page,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded, { slotMinutes: 15 });
  const items = [1, 2, 3, 4, 5, 11].map((type) => itemOf(type, { sets: 4 }));
  const session = await makeSession(embedded, member, { title: '脚の日', items });
  await insertReservation(embedded, member, { gymId, day: tomorrow(), hour: 8, minutes: 15 });
  await openAs(page, member, `/training-sessions/${session}`);
  await page.getByRole('link', { name: /予約する/ }).click();
  const banner = page.getByRole('region', { name: '予約に付けるセッション' });
  await expect(banner).toContainText('脚の日');
  await page.getByRole('combobox', { name: 'ジム' }).selectOption(String(gymId));
  await expect(page).toHaveURL(new RegExp(`gym=${gymId}`));
  await expect(banner).toContainText('1枠は15分です');
  await page
    .getByRole('radio', { name: /明日|日/ })
    .nth(1)
    .check({ force: true });
  await button(page, '9:00〜9:15を予約する').click();
  await expect(slot(page, '9:00〜9:15')).toContainText('予約済み');
  await showMine(page);
  await expect(cards(page).nth(1).getByRole('link', { name: '脚の日' })).toBeVisible();
  await cards(page).nth(0).getByRole('button', { name: '選んだセッションを付ける' }).click();
  await expect(cards(page).nth(0).getByRole('link', { name: '脚の日' })).toBeVisible();
  await button(page, 'セッションを外す').click();
  await expect(banner).toHaveCount(0);
  await page.getByRole('link', { name: '空き枠' }).click();
  await button(page, '10:00〜10:15を予約する').click();
  await showMine(page);
  await expect(cards(page)).toHaveCount(3);
  await expect(cards(page).nth(2).getByRole('link', { name: '脚の日' })).toHaveCount(0);
});

test('a reservation as a calendar file', async ({ page, embedded, member }) => {
  const gymId = await makeGym(embedded, { name: 'TANREN 神田' });
  const id = await insertReservation(embedded, member, { gymId, day: tomorrow(), hour: 9 });
  await openMine(page, member, gymId);
  const download = page.waitForEvent('download');
  await cards(page)
    .getByRole('button', { name: /カレンダーに追加/ })
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`tanren-reservation-${id}.ics`);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('BEGIN:VEVENT');
  expect(text).toContain(`DTSTART:${tomorrow().replaceAll('-', '')}T000000Z`);
});
