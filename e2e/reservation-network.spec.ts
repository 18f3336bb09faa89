import { expect, expectQuietConsole, forgiveComplaints, toast } from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import {
  button,
  countTaken,
  forgiveRefusals,
  makeGym,
  openSlots,
  reserveElsewhere,
  slot,
  tomorrow,
} from './support/reservations.ts';

expectQuietConsole(test);

test('a lost network leaves what was there, says so, and mends itself', async ({
  page,
  context,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded);
  await openSlots(page, member, gymId);
  await expect(slot(page, '9:00〜10:00')).toBeVisible();
  await context.setOffline(true);
  await button(page, '9:00〜10:00を予約する').click();
  await expect(toast(page, 'ネットワークエラー')).toBeVisible();
  await expect(page.getByText(/更新できません。\d+:\d\d時点の空き状況/)).toBeVisible();
  await expect(slot(page, '9:00〜10:00')).toContainText('残り5名');
  await page.getByRole('radio').nth(5).check({ force: true });
  await expect(page.getByText('空き状況を読み込めませんでした')).toBeVisible();
  await context.setOffline(false);
  await button(page, 'もう一度読み込む').click();
  await expect(slot(page, '9:00〜10:00')).toBeVisible();
  await button(page, '9:00〜10:00を予約する').click();
  await expect(slot(page, '9:00〜10:00')).toContainText('予約済み');
  for (const word of ['ERR_INTERNET_DISCONNECTED', 'NetworkError', 'WebSocket']) {
    forgiveComplaints(word);
  }
});

test('an answer that got lost is no second reservation', async ({ page, embedded, member }) => {
  const gymId = await makeGym(embedded);
  await openSlots(page, member, gymId);
  await expect(slot(page, '9:00〜10:00')).toBeVisible();
  await page.route(
    '**/api/training-reservations/gyms/**',
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      return route.abort();
    },
    { times: 1 },
  );
  await button(page, '9:00〜10:00を予約する').click();
  await expect(slot(page, '9:00〜10:00')).toContainText('予約済み');
  expect(await countTaken(embedded, { gymId, day: tomorrow(), hour: 9 })).toBe(1);
  forgiveComplaints('ERR_FAILED');
  forgiveComplaints('NetworkError');
});

test('what another device does is seen while the page is open', async ({
  page,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded);
  const at = { gymId, day: tomorrow(), hour: 9 };
  await openSlots(page, member, gymId);
  await expect(slot(page, '9:00〜10:00')).toContainText('残り5名');
  expect((await reserveElsewhere(embedded, member, at)).status).toBe(201);
  await expect(slot(page, '9:00〜10:00')).toContainText('予約済み', { timeout: 20_000 });
  await expect(page.getByRole('link', { name: '予約一覧（1）' })).toBeVisible();
  // Reserved there and tapped here, before this page knew: it is there, and nothing to complain of.
  await reserveElsewhere(embedded, member, { ...at, hour: 10 });
  await button(page, '10:00〜11:00を予約する').click();
  await expect(slot(page, '10:00〜11:00')).toContainText('予約済み');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  forgiveRefusals();
});
