import { getWorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { getMyTrainingSession, getTrainingSession } from '@tanren/contract/menus/menus';
import { listWorkoutTypes } from '@tanren/contract/workouts/workout-types';
import { getWorkout } from '@tanren/contract/workouts/workouts';
import { beforeEach, expect, test } from 'vitest';
import { answer } from '#test/support/answers.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { button, heading } from '#test/support/locators.ts';
import { emptyRanking } from './page-cases.ts';
import { sampleTrainingSession } from '#test/samples/menus.ts';
import { fullWorkout } from '#test/samples/workouts.ts';
import { renderPage } from '#test/support/render.tsx';
import { allWorkoutTypes } from '#test/support/usual-answers.ts';

type Shown = Awaited<ReturnType<typeof renderPage>>;

beforeEach(() => {
  document.title = '';
});

/** Opens a path from the settings, so that the previous page cannot be mistaken for it. */
async function follow({ go }: Shown, path: string): Promise<void> {
  await go('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  await go(path);
}

async function expectPages(shown: Shown, paths: readonly string[], title: string) {
  for (const path of paths) {
    await follow(shown, path);
    await expect.element(heading(title)).toBeVisible();
  }
}

async function expectNotFound(shown: Shown, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await follow(shown, path);
    await expect.element(heading('Page not found')).toBeVisible();
    await expect.poll(() => document.title).toBe('Page not found | TANREN');
    expect(shown.address().split('?')[0]).toBe(path.split('?')[0]);
  }
}

// spec 2.31, 2.32
test('a ranking needs a known type and tfo or max', async () => {
  answer(getWorkoutRanking, emptyRanking);
  const shown = await renderPage('/settings');
  await expectPages(shown, ['/workout-ranking/1/tfo', '/workout-ranking/16/max'], 'ランキング');
  const paths = ['/0/tfo', '/17/tfo', '/x/tfo', '/1/volume', '/1/TFO', '/1.0/tfo', '/-1/max', '/1'];
  await expectNotFound(
    shown,
    paths.map((path) => `/workout-ranking${path}`),
  );
});

// spec 2.33, 2.34, 5.27
test('ids in paths contain digits only', async () => {
  answer(getWorkout, fullWorkout(42));
  answer(getTrainingSession, sampleTrainingSession({ trainingSessionId: 42 }));
  answer(getMyTrainingSession, sampleTrainingSession({ trainingSessionId: 42 }));
  const shown = await renderPage('/settings');
  await expectPages(shown, ['/workouts/42'], 'チェストプレス');
  await expectPages(shown, ['/training-sessions/42'], '全身をひとまわり');
  await expectPages(shown, ['/training-sessions/42/edit'], 'メニューの編集');
  await expectNotFound(shown, [
    '/Workouts',
    '/workouts/abc',
    '/workouts/1a',
    '/workouts/-1',
    '/workouts/1.5',
    '/workouts/99999999999999999',
    '/workouts/0',
    '/training-sessions/0',
    '/%',
    '/workouts/%',
    '/training-sessions/abc',
    '/training-sessions/1a/edit',
    '/training-sessions/1/delete',
  ]);
});

// spec 2.28, 2.36
test('the workout list accepts only a type that the member has done', async () => {
  answer(listWorkoutTypes, allWorkoutTypes([1]));
  const shown = await renderPage('/settings');
  await expectPages(shown, ['/workouts', '/workouts?workoutType=1'], 'トレーニング履歴');
  const types = ['2', '3', 'abc', '', '1.5', '%5B1%5D', '-1'];
  await expectNotFound(
    shown,
    types.map((type) => `/workouts?workoutType=${type}`),
  );
});

// spec 2.35
test('an empty menu id leads to the list of menus', async () => {
  const { address } = await renderPage('/training-sessions/');
  await expect.element(heading('マイメニュー')).toBeVisible();
  expect(address()).toBe('/my-training-sessions');
});

// spec 2.37
test('addresses below /users/ lead to the home page, directly and inside the app', async () => {
  const shown = await renderPage('/users/1');
  await expect.element(heading('テツさん')).toBeVisible();
  expect(shown.address()).toBe('/');
  await follow(shown, '/users/1/workouts?x=1');
  await expect.element(heading('テツさん')).toBeVisible();
  expect(shown.address()).toBe('/');
});

// spec 2.41
test('/users without a following segment is not found', async () => {
  await expectNotFound(await renderPage('/settings'), ['/users']);
});

// spec 2.41, 2.49, 8.9
test('shows a not-found page for an unknown path, with a link home', async () => {
  const { address } = await renderPage('/no/such/page');
  await expect.element(heading('Page not found')).toBeVisible();
  await expect.poll(() => document.title).toBe('Page not found | TANREN');
  expect(address()).toBe('/no/such/page');
  await expectAccessible();
  await button('トップへ戻る').click();
  await expect.element(heading('テツさん')).toBeVisible();
  expect(address()).toBe('/');
  await expect.poll(() => document.title).toBe('ホーム | TANREN');
});

test.each(['/register/userinfo', '/confirm-agreement'])(
  'offers signed-out visitors of %s to sign in',
  async (path) => {
    const { address } = await renderPage(path, { session: null });
    await button('ログイン').click();
    await expect.element(heading('ログイン')).toBeVisible();
    expect(address()).toBe(`/login?next=${encodeURIComponent(path)}`);
  },
);

test('ignores invalid search parameters', async () => {
  const shown = await renderPage('/settings', { session: { groups: ['trainer', 'staff'] } });
  await expectPages(
    shown,
    [
      '/workout-ranking/1/tfo?scale=x&period=constructor&gym=0',
      '/workout-ranking/1/tfo?scale=%5B%22open%22%5D',
    ],
    'ランキング',
  );
  await expectPages(
    shown,
    ['constructor', '__proto__', 'toString', '', '%5B%5D', '%'].map(
      (period) => `/training-history/1?period=${period}`,
    ),
    'チェストプレス',
  );
  await expectPages(shown, ['/reservations?gym=x&date=2026-02-30&move=0&view=__proto__'], '予約');
  await expectPages(
    shown,
    ['/search-training-sessions?workoutType=99&sort=constructor'],
    'メニューを探す',
  );
});
