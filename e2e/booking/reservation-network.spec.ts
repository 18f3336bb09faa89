import { expect, expectQuietConsole, ignoreConsoleErrors, test } from '#support/members/members.ts';
import {
  button,
  countTaken,
  allowRejections,
  makeGym,
  openSlots,
  reserveElsewhere,
  slot,
  tomorrow,
} from '#support/booking/reservations.ts';

expectQuietConsole(test);

test("a lost answer makes no second reservation, and another device's reservation is shown", async ({
  page,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded, { members: [member] });
  const at = (hour: number) => ({ gymId, day: tomorrow(), hour });
  await page.clock.install();
  await openSlots(page, member, gymId);
  await expect(slot(page, '9:00〜10:00')).toBeVisible();
  await page.route(
    '**/api/training-reservations/gyms/**',
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      return route.abort();
    },
    { times: 1 },
  );
  await button(page, '9:00〜10:00を予約する').click();
  await expect(slot(page, '9:00〜10:00')).toContainText('予約済み');
  expect(await countTaken(embedded, at(9))).toBe(1);

  expect((await reserveElsewhere(embedded, member, at(12))).status).toBe(201);
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(slot(page, '12:00〜13:00')).toContainText('予約済み', { timeout: 2000 });
  }).toPass();
  await expect(page.getByRole('link', { name: '予約一覧（2）' })).toBeVisible();
  // Another device reserved the slot that is tapped here: it is shown as reserved, without an
  // error.
  await reserveElsewhere(embedded, member, at(15));
  await button(page, '15:00〜16:00を予約する').click();
  await expect(slot(page, '15:00〜16:00')).toContainText('予約済み');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  expect(await countTaken(embedded, at(15))).toBe(1);
  allowRejections();
  ignoreConsoleErrors('ERR_FAILED');
  ignoreConsoleErrors('NetworkError');
});
