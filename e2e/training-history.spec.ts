import { expect, expectClean, expectQuietConsole, heading } from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { openAs } from './support/member-steps.ts';
import { insertWorkouts, someWorkouts } from './support/workouts.ts';

expectQuietConsole(test);

test('the course of a type: periods, bests, and what to lift next', async ({
  page,
  embedded,
  member,
}) => {
  await insertWorkouts(embedded, member, someWorkouts);
  await openAs(page, member, '/training-history/1');
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await expect(page.getByRole('region', { name: '次回の重さ' })).toContainText(
    '55kg前回は52.5kgを12回できたので、少し重くします。',
  );
  const bests = page.getByRole('region', { name: '自己ベスト' });
  await expect(bests).toContainText('最大負荷52.5kg');
  await expect(bests).toContainText('推定1RM66.7kg');
  const periods = page.getByRole('navigation', { name: '期間' });
  const chart = page.getByRole('slider', { name: '最大負荷のグラフ' });
  const shown = page.getByRole('region', { name: '最大負荷', exact: true });
  await expect(periods.locator('[aria-current]')).toHaveText('3か月');
  await expect(chart).toHaveAttribute('max', '1');
  await expect(chart).toHaveAttribute('aria-valuetext', /52\.5kg$/);
  await expectClean(page);

  await periods.getByRole('link', { name: '全期間' }).click();
  await expect(page).toHaveURL('/training-history/1?period=all');
  await expect(chart).toHaveAttribute('max', '2');
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(shown).toContainText('50kg');
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', /40kg$/);
  await expect(shown).toContainText('40kg');
  // The mouse points, and what it pointed at goes with it.
  await chart.evaluate((element) => {
    element.blur();
  });
  const box = await chart.boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 10, (box?.y ?? 0) + 80);
  await expect(shown).toContainText('52.5kg');
  await page.mouse.move((box?.x ?? 0) + 50, (box?.y ?? 0) + 80);
  await expect(shown).toContainText('40kg');
  await page.mouse.move(0, 0);
  await expect(shown).toContainText('52.5kg');

  await page.getByText('グラフの数値を表で見る').click();
  const table = page.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('row').nth(2)).toContainText('50.0900.066.7');
  await bests.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/workouts\/\d+$/);

  await page.goto('/training-history/6');
  await expect(page.getByText('12回以下のセットがないため、1RMは推定できません。')).toBeVisible();
  await page.goto('/training-history/17');
  await expect(heading(page, 'Page not found')).toBeVisible();
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });
  test('a chart shows the point under it, and keeps it when it is lifted', async ({
    page,
    embedded,
    member,
  }) => {
    await insertWorkouts(embedded, member, someWorkouts);
    await openAs(page, member, '/training-history/1?period=all');
    const chart = page.getByRole('slider', { name: '最大負荷のグラフ' });
    await expect(page.getByRole('region', { name: '次回の重さ' })).toBeVisible();
    await expect(chart).toHaveAttribute('max', '2');
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', fromLeft: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd' ? [] : [{ x: (box?.x ?? 0) + fromLeft, y: (box?.y ?? 0) + 80 }],
      });
    await touch('touchStart', (box?.width ?? 0) - 12);
    for (let fromLeft = 300; fromLeft >= 50; fromLeft -= 25) await touch('touchMove', fromLeft);
    await expect(chart).toHaveAttribute('aria-valuetext', /40kg$/);
    await touch('touchEnd', 0);
    await expect(chart).toHaveAttribute('aria-valuetext', /40kg$/);
  });
});
