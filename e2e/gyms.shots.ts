import path from 'node:path';
import type { Page } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { test } from './support/embedded-server.ts';
import {
  addReservation,
  addSpecialDay,
  everyDay,
  gymDayAt,
  makeGym,
  minutesFromNow,
  shiftReservation,
  weekdayAt,
} from './support/gyms.ts';
import { runSql } from './support/database.ts';
import { createReadyMember } from './support/member-steps.ts';
import { waitForApp } from './support/navigation.ts';
import { makeSession } from './support/training-sessions.ts';
import { readSub } from './support/workouts.ts';

const folder = path.join(import.meta.dirname, '..', '.screenshots');
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

test.setTimeout(120_000);

/** Every state of a gym's page, its door, and the card of the home page. */
for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = async (page: Page, name: string, fullPage = true) => {
      await page.waitForLoadState('networkidle');
      // As high as the page, so that what is fixed to the window's edges lies at the page's.
      if (fullPage) {
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ ...viewport, height: Math.max(height, viewport.height) });
      }
      await page.screenshot({
        path: path.join(folder, `gyms-${name}.${size}.png`),
        animations: 'disabled',
      });
      await page.setViewportSize(viewport);
    };
    const open = async (page: Page, address: string) => {
      await page.goto(address);
      await waitForApp(page);
      await page.getByRole('heading', { level: 1 }).waitFor();
    };

    test(`a gym and its door (${size})`, async ({ page, embedded, context }) => {
      const account = await createReadyMember(embedded);
      const sub = await readSub(embedded, account);
      const gym = await makeGym(embedded);
      const today = gymDayAt(new Date());
      await addSpecialDay(
        embedded,
        gym,
        gymDayAt(minutesFromNow(5 * 1440)),
        null,
        '設備点検のため',
      );
      const short = { opensMinute: 600, closesMinute: 1080 };
      await addSpecialDay(embedded, gym, gymDayAt(minutesFromNow(9 * 1440)), short, '年末年始');
      await runSql(
        embedded.dataDir,
        `insert into machines (gym_id, workout_type_id, min_load_hg, max_load_hg, load_step_hg,
           secret_hash, link_key, created_at)
         select $1, type, 50, 1000, 25, 'none', '\\x00', now() from generate_series(1, 16) type`,
        [gym.id],
      );
      const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
      const trainingSessionId = await makeSession(embedded, account);
      for (const [index, people] of [7, 12, 4].entries()) {
        for (let person = 0; person < people; person += 1) {
          const startsAt = new Date(hour + index * 3_600_000);
          await addReservation(embedded, gym, null, { startsAt, trainingSessionId });
        }
      }
      await page.goto('/');
      await signIn(page, account);
      await page.getByText('これからの予約はありません').waitFor();
      await shoot(page, 'home-none', false);
      await open(page, `/gyms/${gym.id}`);
      await shoot(page, 'no-reservation', false);
      await shoot(page, 'whole');
      await page.getByText('種目ごとに見る').click();
      await shoot(page, 'types');
      const wishes = { startsAt: minutesFromNow(180), gymDay: today, trainingSessionId };
      const id = await addReservation(embedded, gym, sub, wishes);
      await open(page, '/');
      await shoot(page, 'home-early', false);
      await open(page, `/gyms/${gym.id}`);
      await shoot(page, 'too-early', false);
      await shiftReservation(embedded, id, -190);
      await open(page, `/gyms/${gym.id}`);
      await page.getByRole('timer').waitFor();
      await shoot(page, 'code', false);
      await open(page, '/');
      await page.getByRole('button', { name: '解錠コードを表示する' }).waitFor();
      await shoot(page, 'home-open', false);
      await page.getByRole('button', { name: '解錠コードを表示する' }).click();
      await context.setOffline(true);
      await shoot(page, 'home-code', false);
      await context.setOffline(false);
      const weekly = everyDay(420, 1380).map((day, index) =>
        index === weekdayAt(new Date()) ? null : day,
      );
      const shut = await makeGym(embedded, { name: 'TANREN 中目黒', weekly });
      await open(page, `/gyms/${shut.id}`);
      await shoot(page, 'closed', false);
      await open(page, '/settings');
      await shoot(page, 'menu', false);
    });
  });
}
