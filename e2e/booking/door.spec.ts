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
import { expect, expectQuietConsole, openAs, test } from '#support/members/members.ts';
import { readSub } from '#support/workouts/workouts.ts';

expectQuietConsole(test);

const panel = (page: Page) => page.getByRole('region', { name: '入館コード' });
const digits = (page: Page) =>
  page.getByRole('status', { name: '入館コード' }).locator('> :first-child');

/** Checks the code against the real time, when the page's clock is wrong. */
async function expectRealCode(page: Page, lock: (at: number) => string): Promise<void> {
  await expect.poll(async () => await digits(page).textContent()).toMatch(/^\d{6}$/);
  const shown = await digits(page).textContent();
  const now = Date.now();
  expect([lock(now), lock(now - 60_000)]).toContain(shown);
}

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
