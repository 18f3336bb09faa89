import {
  endTrainerConnection,
  listTrainerViews,
  type TrainerView,
} from '@tanren/contract/trainers/trainer-connection-code';
import {
  listTrainerTrainingSessions,
  deleteTrainingSession,
  getTrainingSession,
} from '@tanren/contract/menus/menus';
import {
  getTrainingSessionRun,
  startTrainingSessionRun,
  type TrainingSessionRun,
} from '@tanren/contract/menus/menu-runs';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { listTrainerMenu, sampleTrainerMenu } from '#test/samples/menus.ts';
import { renderPage } from '#test/support/render.tsx';
import { linkedWith, openTrainerConnection, pendingWith } from './trainer-connection.ts';

const trainerCard = () => page.getByRole('region', { name: '連携中のトレーナー' });
const views = () => page.getByRole('region', { name: '閲覧の記録', exact: true });
const cards = () => page.getByRole('main').getByRole('article');
const dialog = () => page.getByRole('alertdialog');

const session = sampleTrainerMenu(5);

function answerMenu(): void {
  let items = [listTrainerMenu(session)];
  answer(listTrainerTrainingSessions, () => ({ items, nextCursor: null }));
  answer(getTrainingSession, session);
  answer(deleteTrainingSession, () => {
    items = [];
    return null;
  });
}

test('leads a member without a trainer to a code', async () => {
  const connection = openTrainerConnection();
  const { address, back } = await renderPage('/my-trainer');
  await expect.element(heading('マイトレーナー')).toBeVisible();
  await expect.element(page.getByText('トレーナーと連携すると')).toBeVisible();
  await expect.element(views()).not.toBeInTheDocument();
  await expect.element(button('連携を解除する')).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('link', { name: 'トレーナーと連携する' }).click();
  await expect.element(button('連携コードを発行する')).toBeVisible();
  expect(address()).toBe('/settings/trainer-connect');
  connection.change(pendingWith('ABCD2345'));
  back();
  await expect.element(page.getByRole('link', { name: '連携コードを表示する' })).toBeVisible();
});

test("a trainer's menu can be read, but not shared or changed", async () => {
  openTrainerConnection(linkedWith());
  answerMenu();
  const { address } = await renderPage('/my-trainer');
  await expect.element(trainerCard()).toHaveTextContent('コウジ');
  await expect.element(cards()).toHaveTextContent('トレーナー作成');
  // The name is shown once, at the top.
  await expect.element(cards()).not.toHaveTextContent('コウジ');
  await expectAccessible();
  await cards().getByRole('link', { name: '肩の立て直し' }).click();
  await expect.element(heading('肩の立て直し')).toBeVisible();
  await expect.element(page.getByText('トレーナー作成')).toBeVisible();
  await expect.element(button('削除する')).toBeVisible();
  for (const name of ['共有する', '問題を報告する']) {
    await expect.element(button(name)).not.toBeInTheDocument();
  }
  await expect.element(page.getByRole('link', { name: '編集する' })).not.toBeInTheDocument();
  await expectAccessible();

  await press('削除する');
  await expect.element(dialog()).toHaveTextContent('トレーナーの画面からも消えます。');
  await dialog().getByRole('button', { name: '削除する' }).click();
  await expect.poll(address).toBe('/my-trainer');
  await expect.element(page.getByText('トレーナーがメニューを作ると')).toBeVisible();
  expect(cards().elements()).toHaveLength(0);
});

test("a trainer's menu can be started like any other", async () => {
  openTrainerConnection(linkedWith());
  answerMenu();
  const run: TrainingSessionRun = {
    runId: 1,
    trainingSessionId: session.trainingSessionId,
    title: session.title,
    startedAt: new Date().toISOString(),
    endsBy: new Date(Date.now() + 4 * 3_600_000).toISOString(),
    completedAt: null,
    items: session.items.map((item) => ({ ...item, targetLoadKg: null, doneSets: 0 })),
  };
  answer(startTrainingSessionRun, () => {
    answer(getTrainingSessionRun, { run });
    return { run };
  });
  const { address } = await renderPage(`/training-sessions/${session.trainingSessionId}`);
  await press('このメニューを始める');
  await expect.poll(address).toBe('/tanren-link');
  await expect.element(page.getByText('肩の立て直し').first()).toBeVisible();
  expect(listCalls(startTrainingSessionRun)).toMatchObject([{ body: { trainingSessionId: 5 } }]);
});

/** Returns views, the newest first, about two a day. */
function makeViews(): TrainerView[] {
  return Array.from({ length: 46 }, (_, index) => ({
    id: 46 - index,
    seen: index === 0 ? 'status' : index === 45 ? 'profile' : 'history',
    seenAt: new Date(Date.parse('2026-03-03T09:00:00.000Z') - index * 12 * 3_600_000).toISOString(),
    nickname: index === 45 ? null : 'コウジ',
  }));
}

test('lists by day who saw what, to the very first view', async () => {
  openTrainerConnection(linkedWith());
  const all = makeViews();
  answer(listTrainerViews, async ({ querystring: { cursor = '0' } }) => {
    // The delay is that of a network.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const from = Number(cursor);
    const to = from + 20;
    return { items: all.slice(from, to), nextCursor: to < all.length ? String(to) : null };
  });
  await renderPage('/my-trainer');
  const rows = views().getByRole('listitem');
  await expect.element(rows.first()).toHaveTextContent('トレーニング状況');
  await expect.element(rows.first()).toHaveTextContent('18:00');
  await expect.element(rows.first()).not.toHaveTextContent('コウジ');
  // The page is scrolled down and up like with a thumb, until all rows are loaded.
  let isDown = false;
  await expect
    .poll(() => {
      isDown = !isDown;
      const top = isDown ? document.documentElement.scrollHeight : 0;
      scrollTo({ top, behavior: 'instant' });
      return rows.elements().length;
    })
    .toBe(46);
  await expect.element(rows.last()).toHaveTextContent('プロフィール');
  await expect.element(rows.last()).toHaveTextContent('アカウントを削除したトレーナー');
  expect(views().getByRole('heading', { level: 3 }).elements()).toHaveLength(23);
  await expectAccessible();
});

test('asks before ending the link, sends one call for two taps, and keeps the menus', async () => {
  const connection = openTrainerConnection(linkedWith());
  answerMenu();
  await renderPage('/my-trainer');
  await press('連携を解除する');
  await expect.element(dialog()).toHaveTextContent('コウジさんとの連携を解除しますか');
  await expectAccessible();
  await press('解除しない');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(connection.read().state).toBe('linked');
  await press('連携を解除する');
  const release = connection.hold();
  await tapTwice(button('解除する'));
  release();
  await expect.element(toast('連携を解除しました')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'トレーナーと連携する' })).toBeVisible();
  await expect.element(trainerCard()).not.toBeInTheDocument();
  await expect.element(cards()).toHaveTextContent('肩の立て直し');
  expect(listCalls(endTrainerConnection)).toHaveLength(1);
  await expectAccessible();
});

test('does not claim that a link has ended without a network', async () => {
  const connection = openTrainerConnection(linkedWith());
  await renderPage('/my-trainer');
  await press('連携を解除する');
  setOnline(false);
  await press('解除する');
  await expect.element(toast('ネットワークエラー').first()).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(trainerCard()).toBeVisible();
  expect(connection.read().state).toBe('linked');
  setOnline(true);
  await press('連携を解除する');
  await press('解除する');
  await expect.element(toast('連携を解除しました')).toBeVisible();
  expect(connection.read().state).toBe('none');
  ignoreConsoleErrors('NetworkError');
});
