import type { Page } from '@playwright/test';
import {
  addReservation,
  gymClockAt,
  makeGym,
  minutesFromNow,
  openFrom,
  readLock,
  weekdayAt,
} from '#support/gyms/gyms.ts';
import {
  expect,
  expectQuietConsole,
  ignoreConsoleErrors,
  openAs,
  test,
} from '#support/members/members.ts';
import { readSub } from '#support/workouts/workouts.ts';

expectQuietConsole(test);

const panel = (page: Page) => page.getByRole('region', { name: '入館コード' });
const digits = (page: Page) =>
  page.getByRole('status', { name: '入館コード' }).locator('> :first-child');

/**
 * Checks that the page shows the code that the lock accepts at the page's time. It polls, because
 * the page may change to the next code meanwhile.
 */
async function expectCode(page: Page, lock: (at: number) => string): Promise<void> {
  await expect
    .poll(async () => {
      const shown = await digits(page).textContent();
      const now = await page.evaluate(() => Date.now());
      return shown === lock(now);
    })
    .toBe(true);
}

/** Checks the code against the real time, when the page's clock is wrong. */
async function expectRealCode(page: Page, lock: (at: number) => string): Promise<void> {
  await expect.poll(async () => await digits(page).textContent()).toMatch(/^\d{6}$/);
  const shown = await digits(page).textContent();
  const now = Date.now();
  expect([lock(now), lock(now - 60_000)]).toContain(shown);
}

test('the door code is one tap away, and continues without a network', async ({
  page,
  embedded,
  member,
  context,
}) => {
  const sub = await readSub(member);
  const gym = await makeGym(embedded, { members: [member] });
  const startsAt = minutesFromNow(-10);
  await addReservation(embedded, gym, sub, { startsAt });
  const lock = await readLock(embedded, gym, { startsAt });
  await page.clock.install();
  await openAs(page, member, '/');
  const button = page.getByRole('button', { name: '入館コードを表示する' });
  await expect(button).toBeVisible();
  await context.setOffline(true);
  await button.click();
  await expectCode(page, lock);
  await expect(page.getByText('オフラインでも使えます')).toBeVisible();
  await context.setOffline(false);

  await page.goto(`/gyms/${gym.id}`);
  await expectCode(page, lock);
  await context.setOffline(true);
  const seen = new Set([await digits(page).textContent()]);
  for (const wait of ['01:00', '10:00', '30:00']) {
    await page.clock.fastForward(wait);
    await expectCode(page, lock);
    seen.add(await digits(page).textContent());
  }
  expect(seen.size).toBeGreaterThanOrEqual(3);
  // The page has no code after the end of the reservation.
  await page.clock.fastForward('10:00');
  await expect(panel(page)).toContainText('通信できないため、コードを表示できません。');
  await context.setOffline(false);
  // The server's time counts, not the phone's wrong clock.
  await expectRealCode(page, lock);
  ignoreConsoleErrors('ERR_INTERNET_DISCONNECTED');
  // Late in the evening the page's clock reaches the next day, and the page requests its hours.
  ignoreConsoleErrors('NetworkError');
});

test.describe('on a phone in New York whose clock is an hour wrong', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('the door code opens the lock, and hours are those of the gym', async ({
    page,
    embedded,
    member,
  }) => {
    const sub = await readSub(member);
    const opensAt = minutesFromNow(-30);
    const gym = await makeGym(embedded, { weekly: openFrom(opensAt, 300), members: [member] });
    const startsAt = minutesFromNow(-10);
    await addReservation(embedded, gym, sub, { startsAt });
    const lock = await readLock(embedded, gym, { startsAt });
    await openAs(page, member, `/gyms/${gym.id}`);
    const opening = page.getByRole('region', { name: '本日の営業時間' });
    const closesAt = new Date(opensAt.getTime() + 300 * 60_000);
    await expect(opening).toContainText(`営業中・${gymClockAt(closesAt)}まで`);
    await expect(opening).toContainText(`${gymClockAt(opensAt)}〜`);
    const today = '日月火水木金土'.charAt(weekdayAt(new Date()));
    await expect(page.locator('[aria-current=date]')).toContainText(`${today}曜日`);

    await page.clock.install({ time: minutesFromNow(58) });
    await page.reload();
    await expectRealCode(page, lock);
    const endsAt = new Date(startsAt.getTime() + 60 * 60_000);
    await expect(panel(page)).toContainText(`予約の終了（${gymClockAt(endsAt)}）まで`);
  });
});
