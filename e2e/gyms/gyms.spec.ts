import type { Page } from '@playwright/test';
import { runSql } from '#support/server/embedded-server.ts';
import {
  addReservation,
  gymClockAt,
  gymDayAt,
  makeGym,
  minutesFromNow,
  openFrom,
} from '#support/gyms/gyms.ts';
import {
  callApi,
  createReadyMember,
  expect,
  expectQuietConsole,
  ignoreConsoleErrors,
  heading,
  openAs,
  test,
} from '#support/members/members.ts';
import { startMachine } from '#support/machines/machine.ts';
import { makeMenu } from '#support/menus/menus.ts';

expectQuietConsole(test);

const crowd = (page: Page) => page.getByRole('region', { name: '混雑状況' });
const soon = { timeout: 5000 };

/** Formats a period on today's clock. Times after midnight begin with 翌. */
function nameTime(from: Date, to: Date): string {
  const today = gymDayAt(new Date());
  const name = (at: Date) => `${gymDayAt(at) > today ? '翌' : ''}${gymClockAt(at)}`;
  return `${name(from)}〜${gymDayAt(from) > today ? gymClockAt(to) : name(to)}`;
}

/** Advances to the next call of the page, every 15 s. A page that waits for an answer skips one. */
async function retry(page: Page, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(15_000);
    await check();
  }).toPass();
}

test('shows how full the gym is: members of the slots and linked machines', async ({
  page,
  embedded,
  member,
}) => {
  const opensAt = Math.floor(minutesFromNow(-30).getTime() / 60_000) * 60_000;
  const gym = await makeGym(embedded, { weekly: openFrom(new Date(opensAt), 180) });
  const slot = (index: number) => new Date(opensAt + index * 3_600_000);
  const sessionId = await makeMenu(embedded, member);
  const reserved = [3, 12, 0];
  for (const [index, people] of reserved.entries()) {
    for (let person = 0; person < people; person += 1) {
      const wishes = { startsAt: slot(index), gymDay: gymDayAt(slot(0)) };
      const attached = index === 0 && person < 2 ? { trainingSessionId: sessionId } : {};
      await addReservation(embedded, gym, null, { ...wishes, ...attached });
    }
  }
  const machine = await startMachine(embedded);
  await runSql(embedded.dataDir, 'update machines set gym_id = $1 where id = $2', [
    gym.id,
    machine.id,
  ]);
  await page.clock.install();
  await openAs(page, member, `/gyms/${gym.id}`);
  await expect(
    crowd(page).getByRole('list', { name: '時間ごとの空き' }).getByRole('listitem'),
  ).toHaveText(
    reserved.map((people, index) => {
      const time = nameTime(slot(index), slot(index + 1));
      // The current slot shows its people, and a future slot its free seats.
      if (index === 0) return `${time}今予約${people}人`;
      return `${time}${people < 12 ? `空き${12 - people}` : '満席'}`;
    }),
  );
  await expect(crowd(page)).toContainText('使用中のマシン0/1台');
  await crowd(page).getByText('種目ごとに見る').click();
  const row = page.getByRole('table', { name: '種目ごとの混雑状況' }).getByRole('row').nth(1);
  await expect(row).toHaveText('チェストプレス0/1台2人');

  const other = await createReadyMember(embedded);
  const linked = await callApi(embedded, other, 'POST', '/tanren-connection', {
    code: await machine.code(),
  });
  expect(linked.status).toBe(201);
  await retry(page, async () => {
    await expect(crowd(page)).toContainText('使用中のマシン1/1台', soon);
  });
  await expect(row).toHaveText('チェストプレス1/1台2人');
  await callApi(embedded, other, 'DELETE', '/tanren-connection');
  await retry(page, async () => {
    await expect(crowd(page)).toContainText('使用中のマシン0/1台', soon);
  });
  await machine.stop();
  // An id that the API rejects is not a gym either.
  await page.goto('/gyms/0');
  await expect(heading(page, 'Page not found')).toBeVisible();
  ignoreConsoleErrors('status of 400');
});
