import type { Page } from '@playwright/test';
import { addReservation, gymDayAt, makeGym, minutesFromNow, openFrom } from '#support/gyms/gyms.ts';
import { startDoor } from '#support/booking/door.ts';
import {
  callApi,
  createReadyMember,
  expect,
  expectQuietConsole,
  openAs,
  test,
} from '#support/members/members.ts';
import { sizes } from '#support/browser/shots.ts';
import { createWorker } from '#support/trainers/trainers.ts';
import { readSub } from '#support/workouts/workouts.ts';

expectQuietConsole(test);
test.use({ viewport: sizes.tablet });

const visit = (page: Page, nickname: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: nickname });

test('two desks and a door: an entry appears on both boards without a tap', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const other = await createReadyMember(embedded, { nickname: 'あとから' });
  const startsAt = new Date(Math.floor(minutesFromNow(-20).getTime() / 60_000) * 60_000);
  const weekly = openFrom(startsAt, 180);
  const gym = await makeGym(embedded, { weekly, members: [member, other] });
  for (const account of [member, other]) {
    const wishes = { startsAt, gymDay: gymDayAt(startsAt) };
    await addReservation(embedded, gym, await readSub(account), wishes);
  }
  const [early, late] = [
    await createWorker(embedded, 'staff', '早番'),
    await createWorker(embedded, 'staff', '遅番'),
  ];
  const desk = await browser.newContext({ baseURL: embedded.url, viewport: sizes.tablet });
  const theirs = await desk.newPage();
  for (const [tab, account] of [
    [page, early],
    [theirs, late],
  ] as const) {
    await openAs(tab, account, `/staff?gym=${gym.id}`);
    await expect(visit(tab, 'テツ').getByRole('button', { name: /^来館を記録する/ })).toBeVisible();
    await expect(tab.getByText('自動更新')).toBeVisible();
  }
  // An arrival is recorded at the first desk, and the second one sees it.
  await visit(page, 'テツ')
    .getByRole('button', { name: /^来館を記録する/ })
    .click();
  await expect(visit(theirs, 'テツ')).toContainText('手動');

  // The other member enters the code of the app at the lock.
  const door = await startDoor(embedded, gym.id);
  const { json } = await callApi(
    embedded,
    other,
    'GET',
    `/gyms/${gym.id}/door?keepChangeable=false`,
  );
  door.say(`code ${String(json['passcode'])}`);
  expect(await door.waitFor('acked')).toMatchObject({ result: 'stored' });
  for (const tab of [page, theirs]) {
    await expect(visit(tab, 'あとから')).toContainText('入館コード');
    await expect(visit(tab, 'テツ')).toContainText('手動');
  }
  await door.stop();
  await desk.close();
});
