import { listAnnouncements } from '@tanren/contract/members/announcements';
import { createTanrenConnection } from '@tanren/contract/machines/tanren-connection';
import { createReservation } from '@tanren/contract/booking/training-reservations';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { announcementsQuery } from '#entities/members/announcements.queries.ts';
import { recordNewerBuild } from '#lib/offline/worker.ts';
import { openGymBook, openSlots } from '#test/booking/gym-book.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, gatewayDown, listCalls, lost, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { getToasts } from '#ui/feedback/toasts.tsx';
import { standWorker } from '#test/support/worker.ts';
import { machineCode, standMachine } from '#test/machines/linked-machine.ts';

afterEach(() => {
  recordNewerBuild(false);
});

const bar = () => page.getByRole('status').filter({ hasText: 'オフラインです' });

test('the frame shows that there is no network, and the time of the shown data', async () => {
  await renderPage('/informations');
  await expect.element(heading('お知らせ')).toBeVisible();
  await expect.element(bar()).not.toBeInTheDocument();
  setOnline(false);
  await expect
    .element(bar())
    .toHaveTextContent(
      /^オフラインです。\d{1,2}月\d{1,2}日\([日月火水木金土]\) \d{1,2}:\d\d時点の内容です。$/,
    );
  expectNoSidewaysScroll();
  await expectAccessible();
  setOnline(true);
  await expect.element(bar()).not.toBeInTheDocument();
});

test.each([
  ['a phone', 390],
  ['a desktop', 1280],
])('moves nothing on %s when it shows what came while the page was read', async (_, width) => {
  await page.viewport(width, 844);
  await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  const measure = () =>
    [
      ...document.querySelectorAll('header *, header + div, main :is(h1, h2, a, button), nav *'),
    ].map((part) => part.getBoundingClientRect().top);
  const before = measure();
  setOnline(false);
  recordNewerBuild();
  await expect.element(bar()).toBeVisible();
  await expect.element(button('更新する')).toBeVisible();
  expect(measure()).toEqual(before);
  expectNoSidewaysScroll();
});

test('the frame distinguishes a server without an answer from a missing network', async () => {
  standWorker();
  const { queryClient } = await renderPage('/informations');
  await expect.element(heading('お知らせ')).toBeVisible();
  for (const failure of [lost, gatewayDown] as const) {
    answer(listAnnouncements, failure);
    await queryClient.refetchQueries({ queryKey: announcementsQuery.queryKey });
    await expect
      .element(page.getByRole('status').filter({ hasText: 'サーバーに接続できません' }))
      .toHaveTextContent(/^サーバーに接続できません。\d{1,2}月.*時点の内容です。$/);
    await expect.element(bar()).not.toBeInTheDocument();
    answer(listAnnouncements, []);
    await queryClient.refetchQueries({ queryKey: announcementsQuery.queryKey });
    await expect.element(page.getByText('サーバーに接続できません')).not.toBeInTheDocument();
  }
});

test('shows once that a page cannot be loaded without a network', async () => {
  const { go } = await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  setOnline(false);
  await expect.element(bar()).toBeVisible();
  await go('/workouts');
  await expect.element(heading('ネットワークエラー')).toBeVisible();
  await expect.element(bar()).not.toBeInTheDocument();
  expect(getToasts()).toEqual([]);
  ignoreConsoleErrors('NetworkError');
});

const rejected = (what: string) => toast(`${what}にはネットワーク接続が必要です。`);

test('rejects a reservation at once without a network, and sends nothing', async () => {
  openGymBook();
  await openSlots();
  await expect.element(button('9:00〜10:00を予約する')).toBeVisible();
  setOnline(false);
  await press('9:00〜10:00を予約する');
  await expect.element(rejected('予約の手続き')).toBeVisible();
  expect(listCalls(createReservation)).toHaveLength(0);
  ignoreConsoleErrors('OfflineError');
  ignoreConsoleErrors('NetworkError');
});

test('rejects linking a machine at once without a network', async () => {
  standMachine({ linked: false });
  await renderPage('/tanren-link');
  await page.getByRole('textbox', { name: '接続コード' }).fill(machineCode);
  setOnline(false);
  await press('接続する');
  await expect.element(rejected('マシンとの接続')).toBeVisible();
  expect(listCalls(createTanrenConnection)).toHaveLength(0);
  ignoreConsoleErrors('OfflineError');
});

test('offers a newer build, but not to a member at a machine', async () => {
  standMachine({ linked: false });
  const { go } = await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  await expect.element(button('更新する')).not.toBeInTheDocument();
  recordNewerBuild();
  await expect.element(page.getByText('新しいバージョンがあります。')).toBeVisible();
  await expect.element(button('更新する')).toBeVisible();
  await expectAccessible();
  await go('/tanren-link');
  await expect.element(heading('マシンと接続')).toBeVisible();
  await expect.element(button('更新する')).not.toBeInTheDocument();
});
