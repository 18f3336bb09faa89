import { test } from '#support/server/embedded-server.ts';
import { addReservation, gymDayAt, makeGym, minutesFromNow, openFrom } from '#support/gyms/gyms.ts';
import { callApi, createReadyMember, openAs } from '#support/members/members.ts';
import { createShots, openPage, tabletSizes } from '#support/browser/shots.ts';
import { createWorker } from '#support/trainers/trainers.ts';
import { readSub } from '#support/workouts/workouts.ts';

test.setTimeout(120_000);

/** Shows the board of arrivals and the requests for memberships. */
for (const [size, viewport] of Object.entries(tabletSizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = createShots({ prefix: 'staff', size, viewport });

    test(`the board and memberships (${size})`, async ({ page, embedded }) => {
      const staff = await createWorker(embedded, 'staff', 'スタッフ');
      const [here, coming, newcomer] = [
        await createReadyMember(embedded),
        await createReadyMember(embedded),
        await createReadyMember(embedded),
      ];
      const opensAt = new Date(Math.floor(minutesFromNow(-20).getTime() / 60_000) * 60_000);
      const members = [here, coming];
      const gym = await makeGym(embedded, { weekly: openFrom(opensAt, 240), members });
      for (const [account, hours] of [
        [here, 0],
        [coming, 1],
      ] as const) {
        const startsAt = new Date(opensAt.getTime() + hours * 3_600_000);
        const wishes = { startsAt, gymDay: gymDayAt(opensAt) };
        await addReservation(embedded, gym, await readSub(account), wishes);
      }
      const plans = await callApi(embedded, newcomer, 'GET', `/gyms/${gym.id}/subscription-plans`);
      const [plan] = plans.json as unknown as { id: number }[];
      await callApi(embedded, newcomer, 'POST', `/gyms/${gym.id}/memberships`, {
        draftId: crypto.randomUUID(),
        planId: plan?.id,
        fromDay: gymDayAt(new Date()),
        name: '高橋 未来',
        note: '夕方に伺います。',
      });
      await openAs(page, staff, `/staff/board?gym=${gym.id}`);
      const tick = page.getByRole('button', { name: /^来館を記録する/ });
      await tick.first().click();
      await shoot(page, 'board');
      await openPage(page, `/staff/memberships?gym=${gym.id}`);
      await page.getByRole('button', { name: '承認する' }).waitFor();
      await shoot(page, 'memberships');
      await page
        .getByRole('link', { name: /山田 太郎/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: '山田 太郎' }).waitFor();
      await shoot(page, 'membership');
    });
  });
}
