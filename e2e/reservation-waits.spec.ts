import { runSql } from './support/database.ts';
import { expect, expectClean, expectQuietConsole, toast } from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { createReadyMember } from './support/member-steps.ts';
import {
  button,
  cards,
  countTaken,
  fillPlaces,
  insertReservation,
  makeGym,
  openMine,
  openSlots,
  showMine,
  slot,
  tomorrow,
} from './support/reservations.ts';

expectQuietConsole(test);

test('a place that another gives back is offered to who waits, and can be taken', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded, { capacity: 1 });
  const at = { gymId, day: tomorrow(), hour: 19 };
  const other = await createReadyMember(embedded);
  await insertReservation(embedded, other, at);
  const context = await browser.newContext({ baseURL: embedded.url });
  const theirs = await context.newPage();
  await openMine(theirs, other, gymId);
  await openSlots(page, member, gymId);
  await button(page, '19:00〜20:00のキャンセル待ちに登録').click();
  await expect(toast(page, 'キャンセル待ちに登録しました')).toContainText('1番目');
  await expect(slot(page, '19:00〜20:00')).toContainText('キャンセル待ち 1番目');
  await showMine(page);
  await expect(page.getByRole('region', { name: 'キャンセル待ち' })).toContainText('1番目');
  await expectClean(page);
  await cards(theirs)
    .getByRole('button', { name: /取り消す/ })
    .click();
  await expect(toast(theirs, '予約を取り消しました')).toBeVisible();
  // By itself, wherever on the page one is.
  const offer = page.getByRole('region', { name: '空きのご案内' });
  await expect(offer).toContainText(/残り(9:\d\d|10:00)/);
  await expect(offer).toContainText('19:00〜20:00');
  await expectClean(page);
  await offer.getByRole('button', { name: /予約する/ }).click();
  await expect(offer).toHaveCount(0);
  await expect(cards(page)).toContainText('19:00〜20:00');
  expect(await countTaken(embedded, at)).toBe(1);
  await context.close();
});

test('who lets an offer go is asked first, and the next one gets it', async ({
  page,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded, { capacity: 1 });
  const at = { gymId, day: tomorrow(), hour: 19 };
  await fillPlaces(embedded, at, 1);
  await openSlots(page, member, gymId);
  await button(page, '19:00〜20:00のキャンセル待ちに登録').click();
  await expect(slot(page, '19:00〜20:00')).toContainText('1番目');
  await runSql(
    embedded.dataDir,
    'update training_reservations set cancelled_at = now() where gym_id = $1',
    [gymId],
  );
  await expect(slot(page, '19:00〜20:00')).toContainText('空きが出ました', { timeout: 30_000 });
  await button(page, '19:00〜20:00の空きを見送る').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: '見送らない' }).click();
  await button(page, '19:00〜20:00の空きを見送る').click();
  await dialog.getByRole('button', { name: '見送る', exact: true }).click();
  await expect(toast(page, '空きを見送りました')).toBeVisible();
  await expect(slot(page, '19:00〜20:00')).toContainText('残り1名');
});
