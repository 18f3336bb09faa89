import { expect, type Page, test } from '@playwright/test';
import { answerCalls, sampleWorkout } from './support/answers.ts';
import { readyMember, signInAs } from './support/session.ts';
import { sampleTrainingSession } from './support/training-sessions.ts';

async function expectNotFound(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Page not found' }), path).toBeVisible();
  await expect(page).toHaveTitle('Page not found | TANREN');
  expect(new URL(page.url()).pathname, path).toBe(path.split('?')[0]);
}

async function expectPage(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title }), path).toBeVisible();
}

test.beforeEach(async ({ page }) => {
  await signInAs(page, readyMember);
});

test('a ranking needs a known type and tfo or max', async ({ page }) => {
  await expectPage(page, '/workout-ranking/1/tfo', 'ランキング');
  await expectPage(page, '/workout-ranking/16/max', 'ランキング');
  for (const path of [
    '/0/tfo',
    '/17/tfo',
    '/x/tfo',
    '/1/volume',
    '/1/TFO',
    '/1.0/tfo',
    '/-1/max',
    '/1',
  ]) {
    await expectNotFound(page, `/workout-ranking${path}`);
  }
});

test('ids in paths are digits only', async ({ page }) => {
  await answerCalls(page, {
    '/api/workouts/42': sampleWorkout(42),
    '/api/training-sessions/42': sampleTrainingSession(42),
    '/api/my/training-sessions/42': sampleTrainingSession(42),
  });
  await expectPage(page, '/workouts/42', 'チェストプレス');
  await expectPage(page, '/training-sessions/42', '全身をひとまわり');
  await expectPage(page, '/training-sessions/42/edit', 'セッションの編集');
  for (const path of [
    '/workouts/abc',
    '/workouts/1a',
    '/workouts/-1',
    '/workouts/1.5',
    '/workouts/99999999999',
  ]) {
    await expectNotFound(page, path);
  }
  for (const path of [
    '/training-sessions/abc',
    '/training-sessions/1a/edit',
    '/training-sessions/1/delete',
  ]) {
    await expectNotFound(page, path);
  }
});

test('an empty session id leads to the list of sessions', async ({ page }) => {
  await page.goto('/training-sessions/');
  await expect(page).toHaveURL('/my-training-sessions');
});

test('the workout list takes a type the member has done, and no other', async ({ page }) => {
  await page.route('**/api/workout-types', (route) =>
    route.fulfill({
      json: [
        { id: 1, workouted: true },
        { id: 2, workouted: false },
      ],
    }),
  );
  await expectPage(page, '/workouts', 'トレーニング履歴');
  await expectPage(page, '/workouts?workoutType=1', 'トレーニング履歴');
  for (const type of ['2', '3', 'abc', '', '1.5', '%5B1%5D', '-1']) {
    await expectNotFound(page, `/workouts?workoutType=${type}`);
  }
});

test('addresses below /users/ lead home, directly and inside the app', async ({ page }) => {
  for (const path of ['/users/1', '/users/1/workouts?x=1']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1, name: 'テツさん' })).toBeVisible();
  }
});

test('an unknown path is a 404, for the browser and for machines', async ({ page, request }) => {
  await expectNotFound(page, '/no/such/page');
  expect((await request.get('/no/such/page')).status()).toBe(404);
  expect((await request.get('/settings')).status()).toBe(200);
  await page.getByRole('button', { name: 'トップへ戻る' }).click();
  await expect(page).toHaveURL('/');
  await expect(page).toHaveTitle('ホーム | TANREN');
});
