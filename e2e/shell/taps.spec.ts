import type { Locator, Page } from '@playwright/test';
import { browserOptions } from '#support/browser/browser.ts';
import {
  addReservation,
  everyDay,
  makeGym,
  minutesFromNow,
  weekdayAt,
} from '#support/gyms/gyms.ts';
import { expect, expectHome, heading, openAs, test, toast } from '#support/members/members.ts';
import { launchWithCamera } from '#support/browser/qr-codes.ts';
import { insertWorkouts, readSub, someWorkouts } from '#support/workouts/workouts.ts';

/** A frequent goal of members, and the taps from the home page that reach it. */
interface Way<Taps extends readonly Locator[]> {
  readonly taps: (page: Page) => Taps;
  readonly arrives: (page: Page) => Promise<void>;
}

const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('link', { name });
const tile = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'トレーニング' }).getByRole('link', { name, exact: true });

const oneTap: Readonly<Record<string, Way<readonly [Locator]>>> = {
  'link a machine, with the camera open': {
    taps: (page) => [place(page, '接続')],
    arrives: async (page) => {
      await expect(page.getByLabel('カメラの映像')).toBeVisible();
      await expect(page.getByText('枠の中に写してください')).toBeVisible();
    },
  },
  'the code of the door': {
    taps: (page) => [page.getByRole('button', { name: /コードを表示する$/ })],
    arrives: (page) => expect(page.getByRole('status', { name: /コード$/ })).toContainText(/\d{6}/),
  },
  'the last visit': {
    // The workouts are of today, or of yesterday just after midnight.
    taps: (page) => [
      page
        .getByRole('link', { name: /^おつかれさまでした/ })
        .or(page.getByRole('region', { name: '前回のトレーニング' }).getByRole('link')),
    ],
    arrives: (page) => expect(page).toHaveURL(/\/visits\/\d{4}-\d\d-\d\d$/),
  },
  // This is the last one, because it changes the home page.
  "today's menu, started": {
    taps: (page) => [page.getByRole('button', { name: '始める', exact: true })],
    arrives: async (page) => {
      await expect(page).toHaveURL('/tanren-link');
      await expect(page.getByRole('region', { name: 'トレーニング中のメニュー' })).toBeVisible();
    },
  },
};

const twoTaps: Readonly<Record<string, Way<readonly [Locator, Locator]>>> = {
  'book a free slot': {
    taps: (page) => [place(page, '予約'), page.getByRole('button', { name: /を予約する$/ }).last()],
    arrives: (page) => expect(toast(page, '予約しました')).toBeVisible(),
  },
  'the ranking': {
    taps: (page) => [place(page, 'マイページ'), tile(page, 'ランキング')],
    arrives: (page) => expect(heading(page, 'ランキング')).toBeVisible(),
  },
  'the trainer': {
    taps: (page) => [place(page, 'マイページ'), tile(page, 'マイトレーナー')],
    arrives: (page) => expect(heading(page, 'マイトレーナー')).toBeVisible(),
  },
  'the own menus': {
    taps: (page) => [place(page, 'マイページ'), tile(page, 'マイメニュー')],
    arrives: (page) => expect(heading(page, 'マイメニュー')).toBeVisible(),
  },
};

test('the most used pages are one or two taps from home', async ({ embedded, member }) => {
  await insertWorkouts(embedded, member, someWorkouts);
  const near = await makeGym(embedded, { weekly: everyDay(0, 1440), members: [member] });
  await addReservation(embedded, near, await readSub(member), { startsAt: minutesFromNow(-10) });
  // The gym is closed today, so that at any hour nothing overlaps and no deadline has passed.
  const today = weekdayAt(new Date());
  const weekly = everyDay(0, 1440).map((hours, day) => (day === today ? null : hours));
  const gym = await makeGym(embedded, { weekly, members: [member] });
  // The browser is started here, because one with the options of the tests would start a server
  // too.
  const browser = await launchWithCamera();
  const context = await browser.newContext({
    baseURL: embedded.url,
    viewport: browserOptions.viewport ?? null,
    locale: 'ja-JP',
    permissions: ['camera'],
  });
  const page = await context.newPage();
  await openAs(page, member, '/');
  await page.evaluate((id) => {
    localStorage.setItem('tanren:reservation-gym', String(id));
  }, gym.id);
  for (const [what, { taps, arrives }] of Object.entries({ ...twoTaps, ...oneTap })) {
    await test.step(what, async () => {
      await page.goto('/');
      await expectHome(page);
      for (const tap of taps(page)) await tap.click();
      await arrives(page);
    });
  }
  await browser.close();
});
