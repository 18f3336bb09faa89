import { signIn } from '#support/identity/accounts.ts';
import { runSql, test } from '#support/server/embedded-server.ts';
import {
  addReservation,
  addSpecialDay,
  everyDay,
  gymDayAt,
  makeGym,
  minutesFromNow,
  shiftReservation,
  weekdayAt,
} from '#support/gyms/gyms.ts';
import { createReadyMember } from '#support/members/members.ts';
import { makeMenu } from '#support/menus/menus.ts';
import { readSub } from '#support/workouts/workouts.ts';
import { createShots, openPage, sizes } from '#support/browser/shots.ts';

test.setTimeout(120_000);

/** Shows every state of a gym's page, its door, and the card of the home page. */
for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = createShots({ prefix: 'gyms', size, viewport });

    test(`a gym and its door (${size})`, async ({ page, embedded, context }) => {
      const account = await createReadyMember(embedded);
      const sub = await readSub(account);
      const gym = await makeGym(embedded, { members: [account] });
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
      const trainingSessionId = await makeMenu(embedded, account);
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
      await openPage(page, `/gyms/${gym.id}`);
      await shoot(page, 'no-reservation', false);
      await shoot(page, 'whole');
      await page.getByText('種目ごとに見る').click();
      await shoot(page, 'types');
      const wishes = { startsAt: minutesFromNow(180), gymDay: today, trainingSessionId };
      const id = await addReservation(embedded, gym, sub, wishes);
      await openPage(page, '/');
      await shoot(page, 'home-early', false);
      await openPage(page, `/gyms/${gym.id}`);
      await shoot(page, 'too-early', false);
      await shiftReservation(embedded, id, -190);
      await openPage(page, `/gyms/${gym.id}`);
      await page.getByRole('timer').waitFor();
      await shoot(page, 'code', false);
      await openPage(page, '/');
      await page.getByRole('button', { name: '入館コードを表示する' }).waitFor();
      await shoot(page, 'home-open', false);
      await page.getByRole('button', { name: '入館コードを表示する' }).click();
      await context.setOffline(true);
      await shoot(page, 'home-code', false);
      await context.setOffline(false);
      const weekly = everyDay(420, 1380).map((day, index) =>
        index === weekdayAt(new Date()) ? null : day,
      );
      const shut = await makeGym(embedded, { name: 'TANREN 中目黒', weekly });
      await openPage(page, `/gyms/${shut.id}`);
      await shoot(page, 'closed', false);
      await openPage(page, '/settings');
      await shoot(page, 'menu', false);
    });
  });
}
