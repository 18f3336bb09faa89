import {
  createReadyMember,
  expect,
  expectQuietConsole,
  test,
  toast,
} from '#support/members/members.ts';
import {
  button,
  cards,
  countTaken,
  insertReservation,
  makeGym,
  openMine,
  openSlots,
  showMine,
  slot,
  tomorrow,
} from '#support/booking/reservations.ts';

expectQuietConsole(test);

test('a seat that another member gives up is offered to a waiting member, who takes it', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const other = await createReadyMember(embedded);
  const gymId = await makeGym(embedded, { capacity: 1, members: [member, other] });
  const at = { gymId, day: tomorrow(), hour: 19 };
  await insertReservation(embedded, other, at);
  const context = await browser.newContext({ baseURL: embedded.url });
  const theirs = await context.newPage();
  await openMine(theirs, other, gymId);
  await page.clock.install();
  await openSlots(page, member, gymId);
  await button(page, '19:00〜20:00のキャンセル待ちに登録').click();
  await expect(toast(page, 'キャンセル待ちに登録しました')).toContainText('1番目');
  await expect(slot(page, '19:00〜20:00')).toContainText('キャンセル待ち 1番目');
  await showMine(page);
  await expect(page.getByRole('region', { name: 'キャンセル待ち' })).toContainText('1番目');
  await cards(theirs)
    .getByRole('button', { name: /キャンセルする/ })
    .click();
  const dialog = theirs.getByRole('alertdialog');
  await expect(dialog).toContainText('1人がキャンセル待ちをしています');
  await dialog.getByRole('button', { name: 'キャンセルする' }).click();
  await expect(toast(theirs, '予約をキャンセルしました')).toBeVisible();
  // The offer appears without a reload, on any view of the page.
  const offer = page.getByRole('region', { name: '空きのご案内' });
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(offer).toContainText(/残り\d+:\d\d/, { timeout: 2000 });
  }).toPass();
  await expect(offer).toContainText('19:00〜20:00');
  await offer.getByRole('button', { name: /予約する/ }).click();
  await expect(offer).toHaveCount(0);
  await expect(cards(page)).toContainText('19:00〜20:00');
  expect(await countTaken(embedded, at)).toBe(1);
  await context.close();
});
