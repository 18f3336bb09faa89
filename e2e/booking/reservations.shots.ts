import type { Page } from '@playwright/test';
import { runSql, test } from '#support/server/embedded-server.ts';
import { createReadyMember, openAs } from '#support/members/members.ts';
import {
  button,
  dayAhead,
  fillSeats,
  insertReservation,
  makeGym,
  reservationsAddress,
  slot,
} from '#support/booking/reservations.ts';
import { makeMenu } from '#support/menus/menus.ts';
import { createShots, openPage, sizes } from '#support/browser/shots.ts';

test.setTimeout(180_000);

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const takeShot = createShots({ prefix: 'reservations', size, viewport });
    const shoot = async (page: Page, name: string, wholePage = false) => {
      await page.locator('[data-skeleton]').waitFor({ state: 'detached' });
      await takeShot(page, name, wholePage);
    };

    test(`a day of slots (${size})`, async ({ page, embedded }) => {
      const me = await createReadyMember(embedded);
      const gymId = await makeGym(embedded, {
        name: 'TANREN 神田',
        capacity: 12,
        opens: 6,
        closes: 26,
        deadlineMinutes: 120,
        // The closed day is neither today nor the reserved day.
        closedWeekday: new Date(dayAhead(2)).getUTCDay(),
        members: [me],
      });
      const day = dayAhead(1);
      const at = (hour: number) => ({ gymId, day, hour });
      await runSql(
        embedded.dataDir,
        `insert into gym_special_days (gym_id, date, opens_minute, closes_minute, note)
         values ($1, $2, 600, 1020, '設備点検のため短縮営業')`,
        [gymId, dayAhead(3)],
      );
      await fillSeats(embedded, at(18), 12);
      await fillSeats(embedded, at(19), 11);
      await fillSeats(embedded, at(20), 10);
      await fillSeats(embedded, at(7), 5);
      const session = await makeMenu(embedded, me, { title: '朝の全身30分' });
      await openAs(page, me, reservationsAddress(gymId, day, `&trainingSessionId=${session}`));
      await slot(page, '6:00〜7:00').waitFor();
      await shoot(page, 'day');
      await shoot(page, 'day-whole', true);
      await button(page, '7:00〜8:00を予約する').click();
      await slot(page, '7:00〜8:00').getByText('予約済み').waitFor();
      await shoot(page, 'reserved');
      await button(page, '18:00〜19:00のキャンセル待ちに登録').click();
      await slot(page, '18:00〜19:00').getByText('1番目').waitFor();
      await fillSeats(embedded, at(19), 1);
      await button(page, '19:00〜20:00を予約する').click();
      await page.getByText('ちょうど満席になりました').scrollIntoViewIfNeeded();
      await page
        .getByRole('button', { name: /残り2/ })
        .first()
        .waitFor();
      await shoot(page, 'full');
      await insertReservation(embedded, me, { gymId, day: dayAhead(0), hour: 25 });
      await openPage(page, `/reservations?gym=${gymId}&view=mine`);
      await cards(page);
      await shoot(page, 'mine', true);
      await page.getByRole('article').last().getByRole('link').first().click();
      await page.getByRole('region', { name: '予約の内容' }).waitFor();
      await shoot(page, 'one');
      await runSql(
        embedded.dataDir,
        `update reservation_waits set offered_at = now(),
           offer_expires_at = now() + interval '9 minutes 33 seconds' where gym_id = $1`,
        [gymId],
      );
      await openPage(page, reservationsAddress(gymId, day));
      await page.getByRole('region', { name: '空きのご案内' }).waitFor();
      await slot(page, '18:00〜19:00').scrollIntoViewIfNeeded();
      await shoot(page, 'offered', true);
      await openPage(page, `/reservations?gym=${gymId}&view=mine`);
      await page
        .getByRole('link', { name: /予約を変更する/ })
        .last()
        .click();
      await page.getByText('変更先を選んでください').waitFor();
      await shoot(page, 'move');
      await openPage(page, reservationsAddress(gymId, dayAhead(3)));
      await shoot(page, 'special');
    });

    test(`no reservations (${size})`, async ({ page, embedded }) => {
      const me = await createReadyMember(embedded);
      const gymId = await makeGym(embedded, {
        name: 'TANREN 中目黒',
        closedWeekday: 2,
        members: [me],
      });
      await openAs(page, me, `/reservations?gym=${gymId}&view=mine`);
      await page.getByText('予約はまだありません').waitFor();
      await shoot(page, 'none');
      const tuesday = [0, 1, 2, 3, 4, 5, 6]
        .map(dayAhead)
        .find((date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 2);
      await openPage(page, reservationsAddress(gymId, tuesday ?? ''));
      await page.getByText('休館日です').waitFor();
      await shoot(page, 'closed');
    });
  });
}

async function cards(page: Page): Promise<void> {
  await page.getByRole('article').first().waitFor();
}
