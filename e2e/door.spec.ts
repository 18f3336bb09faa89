import type { Page } from '@playwright/test';
import type { EmbeddedServer } from './support/embedded-server.ts';
import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
} from './support/identity-steps.ts';
import {
  addReservation,
  gymClockAt,
  gymDayAt,
  makeGym,
  minutesFromNow,
  readLock,
  shiftReservation,
  type TestGym,
} from './support/gyms.ts';
import { test } from './support/member-server.ts';
import { openAs } from './support/member-steps.ts';
import { runSql } from './support/database.ts';
import { readSub } from './support/workouts.ts';

expectQuietConsole(test);

const panel = (page: Page) => page.getByRole('region', { name: '入口の解錠' });
const digits = (page: Page) =>
  page.getByRole('status', { name: '解錠コード' }).locator('> :first-child');

/** What the lock takes at the page's time: the page may have moved on to the next code meanwhile. */
async function expectCode(page: Page, lock: (at: number) => string): Promise<void> {
  await expect
    .poll(async () => {
      const shown = await digits(page).textContent();
      const now = await page.evaluate(() => Date.now());
      return shown === lock(now);
    })
    .toBe(true);
}

/** The same where the page's clock goes wrong. */
async function expectRealCode(page: Page, lock: (at: number) => string): Promise<void> {
  await expect.poll(async () => await digits(page).textContent()).toMatch(/^\d{6}$/);
  const shown = await digits(page).textContent();
  const now = Date.now();
  expect([lock(now), lock(now - 60_000)]).toContain(shown);
}

const readLog = (embedded: EmbeddedServer, gym: TestGym) =>
  runSql(
    embedded.dataDir,
    'select granted, reason from door_requests where gym_id = $1 order by id',
    [gym.id],
  );

test('no code without a reservation here, none too early, and then one by itself', async ({
  page,
  embedded,
  member,
}) => {
  const sub = await readSub(member);
  const gym = await makeGym(embedded);
  const other = await makeGym(embedded, { name: 'TANREN 中目黒' });
  await addReservation(embedded, other, sub, { startsAt: minutesFromNow(-10), minutes: 18 });
  await addReservation(embedded, gym, sub, { startsAt: minutesFromNow(-120), minutes: 60 });
  await page.clock.install();
  await openAs(page, member, `/gyms/${gym.id}`);
  await expect(panel(page)).toContainText('このジムの予約がありません。');
  await expect(digits(page)).toHaveCount(0);
  await expectClean(page);
  await page.getByRole('link', { name: '予約する' }).click();
  await expect(page).toHaveURL(`/reservations?gym=${gym.id}`);

  const startsAt = minutesFromNow(20);
  const id = await addReservation(embedded, gym, sub, { startsAt });
  await page.goto(`/gyms/${gym.id}`);
  const opensAt = new Date(startsAt.getTime() - 15 * 60_000);
  const day = gymDayAt(opensAt) === gymDayAt(new Date()) ? '' : '.*';
  await expect(panel(page)).toHaveText(
    new RegExp(`予約の15分前（${day}${gymClockAt(opensAt)}）から表示されます。$`),
  );
  await expectClean(page);
  // Ten minutes go by for the server, five for the page: it asks at the moment it was told.
  await shiftReservation(embedded, id, -10);
  await page.clock.fastForward('05:01');
  await expect(digits(page)).toBeVisible();
  expect(await readLog(embedded, gym)).toEqual([
    { granted: false, reason: 'no_reservation' },
    { granted: false, reason: 'too_early' },
    { granted: true, reason: null },
  ]);

  await page.goto(`/gyms/${other.id}`);
  await expectRealCode(page, await readLock(embedded, other));
});

test('the code of the lock, large, counted down, until the reservation ends', async ({
  page,
  embedded,
  member,
}) => {
  const sub = await readSub(member);
  const gym = await makeGym(embedded);
  const startsAt = minutesFromNow(-50);
  const endsAt = new Date(startsAt.getTime() + 53 * 60_000);
  const id = await addReservation(embedded, gym, sub, { startsAt, minutes: 53 });
  const lock = await readLock(embedded, gym);
  await page.clock.install();
  await openAs(page, member, `/gyms/${gym.id}`);
  await expectCode(page, lock);
  const code = (await digits(page).textContent()) ?? '';
  // Any minute there is another one: both in one look.
  await expect(page.getByRole('status', { name: '解錠コード' })).toHaveText(
    /(\d)(\d)(\d)(\d)(\d)(\d).*\1 \2 \3 \4 \5 \6/,
  );
  const size = await digits(page).evaluate((element) =>
    Number.parseFloat(getComputedStyle(element).fontSize),
  );
  expect(size).toBeGreaterThanOrEqual(44);
  await expect(panel(page)).toContainText(`予約の終了 ${gymClockAt(endsAt)} まで表示されます。`);
  const left = page.getByRole('timer');
  const seconds = async () => Number(/あと(\d+)秒/.exec((await left.textContent()) ?? '')?.[1]);
  expect(await seconds()).toBeLessThanOrEqual(60);
  await expectClean(page);
  // Selected as a whole, without the gap that makes it readable.
  await expect(async () => {
    await digits(page).click();
    const [selected, shown] = await digits(page).evaluate((element) => [
      getSelection()?.toString(),
      element.textContent,
    ]);
    expect(selected).toBe(shown);
  }).toPass();

  await page.clock.fastForward('01:00');
  await expectCode(page, lock);
  expect(await digits(page).textContent()).not.toBe(code);
  await runSql(embedded.dataDir, 'update training_reservations set ends_at = now() where id = $1', [
    id,
  ]);
  await page.clock.fastForward('02:01');
  await expect(panel(page)).toContainText('このジムの予約がありません。');
});

test('the codes go on without a network', async ({ page, embedded, member, context }) => {
  const sub = await readSub(member);
  const gym = await makeGym(embedded);
  await addReservation(embedded, gym, sub, { startsAt: minutesFromNow(-10) });
  const lock = await readLock(embedded, gym);
  await page.clock.install();
  await openAs(page, member, `/gyms/${gym.id}`);
  await expectCode(page, lock);
  await expect(page.getByText('オフラインでも使えます')).toHaveCount(0);
  await context.setOffline(true);
  await expect(page.getByText('オフラインでも使えます')).toBeVisible();
  const seen = new Set([await digits(page).textContent()]);
  for (const wait of ['01:00', '01:00', '10:00', '30:00']) {
    await page.clock.fastForward(wait);
    await expectCode(page, lock);
    seen.add(await digits(page).textContent());
  }
  expect(seen.size).toBeGreaterThanOrEqual(4);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectClean(page);
  // Past the end of the reservation there is nothing left to show.
  await page.clock.fastForward('10:00');
  await expect(panel(page)).toContainText('通信できないため、コードを表示できません。');
  await expectClean(page);
  await context.setOffline(false);
  // The server's time counts, whatever the phone's clock says by now.
  await expectRealCode(page, lock);
  forgiveComplaints('ERR_INTERNET_DISCONNECTED');
  // Late in the evening the page's clock has reached the next day, and asked for its hours.
  forgiveComplaints('NetworkError');
});

test.describe('on a phone in New York whose clock is an hour wrong', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('the code is the one of the lock, and times are those of the gym', async ({
    page,
    embedded,
    member,
  }) => {
    const sub = await readSub(member);
    const gym = await makeGym(embedded);
    const startsAt = minutesFromNow(-10);
    await addReservation(embedded, gym, sub, { startsAt });
    const endsAt = new Date(startsAt.getTime() + 60 * 60_000);
    const lock = await readLock(embedded, gym);
    await openAs(page, member, '/');
    await expect(heading(page, 'テツさん')).toBeVisible();
    await page.clock.install({ time: minutesFromNow(58) });
    await page.goto(`/gyms/${gym.id}`);
    await expectRealCode(page, lock);
    await expect(panel(page)).toContainText(`予約の終了 ${gymClockAt(endsAt)} まで`);
  });
});

test.describe('on the home page', () => {
  const card = (page: Page) => page.getByRole('region', { name: /予約$/ });

  test('no reservation, one of tomorrow, one of today', async ({ page, embedded, member }) => {
    const sub = await readSub(member);
    const gym = await makeGym(embedded);
    await openAs(page, member, '/');
    await expect(card(page)).toContainText('これからの予約はありません。');
    await expectClean(page);
    await card(page).getByRole('link', { name: '予約する' }).click();
    await expect(page).toHaveURL('/reservations');

    const tomorrow = minutesFromNow(24 * 60);
    await addReservation(embedded, gym, sub, { startsAt: tomorrow });
    await page.goto('/');
    await expect(page.getByRole('region', { name: '明日の予約' })).toContainText(
      `${gymClockAt(tomorrow)}〜`,
    );
    await expect(card(page).getByRole('link', { name: gym.name })).toHaveAttribute(
      'href',
      `/gyms/${gym.id}`,
    );

    const startsAt = minutesFromNow(180);
    const gymDay = gymDayAt(new Date());
    const id = await addReservation(embedded, gym, sub, { startsAt, gymDay });
    await page.goto('/');
    await expect(page.getByRole('region', { name: '今日の予約' })).toContainText(
      `${gymClockAt(new Date(startsAt.getTime() - 15 * 60_000))} から解錠できます。`,
    );
    await expectClean(page);
    expect(await readLog(embedded, gym)).toEqual([]);

    await shiftReservation(embedded, id, -140);
    await page.goto('/');
    await expect(card(page)).toContainText(/予約の15分前（.*）から表示されます。/);
    expect(await readLog(embedded, gym)).toEqual([{ granted: false, reason: 'too_early' }]);
  });

  test('the code is one tap away, with or without a network', async ({
    page,
    embedded,
    member,
    context,
  }) => {
    const sub = await readSub(member);
    const gym = await makeGym(embedded);
    await addReservation(embedded, gym, sub, { startsAt: minutesFromNow(10) });
    const lock = await readLock(embedded, gym);
    await page.clock.install();
    await openAs(page, member, '/');
    const button = card(page).getByRole('button', { name: '解錠コードを表示する' });
    await expect(button).toBeVisible();
    await expectClean(page);
    await context.setOffline(true);
    await button.click();
    await expectCode(page, lock);
    await expect(page.getByText('オフラインでも使えます')).toBeVisible();
    await page.clock.fastForward('01:00');
    await expectCode(page, lock);
    await expectClean(page);
    await context.setOffline(false);
    forgiveComplaints('ERR_INTERNET_DISCONNECTED');
  });

  test('what runs comes before what comes, and the next one follows when it is over', async ({
    page,
    embedded,
    member,
  }) => {
    const sub = await readSub(member);
    const gym = await makeGym(embedded);
    const gymDay = gymDayAt(new Date());
    const startsAt = minutesFromNow(-30);
    const id = await addReservation(embedded, gym, sub, { startsAt, gymDay });
    const later = minutesFromNow(60 * 24 * 3);
    await addReservation(embedded, gym, sub, { startsAt: later });
    await page.clock.install();
    await openAs(page, member, '/');
    await expect(card(page)).toContainText(gymClockAt(startsAt));
    await press(page, '解錠コードを表示する');
    await expect(digits(page)).toBeVisible();
    await shiftReservation(embedded, id, -60);
    await page.clock.fastForward('31:00');
    await expect(async () => {
      await page.clock.fastForward('00:15');
      const next = page.getByRole('region', { name: '次の予約' });
      await expect(next).toContainText(gymClockAt(later), { timeout: 5000 });
    }).toPass();
  });
});
