import type { Page } from '@playwright/test';
import { expect, expectQuietConsole, openAs, test } from '#support/members/members.ts';
import { insertWorkouts, someWorkouts } from '#support/workouts/workouts.ts';

expectQuietConsole(test);

const cards = (page: Page) => page.locator('a[href^="/visits/"]');

test('a lifted workout appears in the list, on its page, in the history, and in the week', async ({
  page,
  embedded,
  member,
}) => {
  await insertWorkouts(embedded, member, someWorkouts);
  await openAs(page, member, '/workouts?view=list');
  await expect(cards(page)).toHaveCount(3);
  await expect(cards(page).first()).toContainText('総発揮力1,280kg2種目3セット');
  await cards(page).first().click();
  await page
    .getByRole('link', { name: /^チェストプレス.*最大重量52.5kg・2セット・計22回/ })
    .click();
  await expect(page.getByText('自己ベスト更新！（最大重量・総発揮力）')).toBeVisible();
  const number = (name: string) => page.locator('dl > div').filter({ hasText: name });
  await expect(number('最大重量')).toContainText('52.5kg前回より+2.5kg');
  await expect(number('推定1RM')).toContainText('66.7kg1回が限界の重量の目安（10回のセットから）');
  await page.getByRole('link', { name: 'これまでの推移' }).click();
  await expect(page.getByRole('region', { name: '次回の重量' })).toContainText(
    '55kg前回は52.5kgを12回できたので、少し重くします。',
  );
  const chart = page.getByRole('slider', { name: '最大重量のグラフ' });
  await expect(chart).toHaveAttribute('max', '1');
  await page.getByRole('link', { name: '全期間' }).click();
  await expect(chart).toHaveAttribute('max', '2');

  await page.getByRole('navigation').getByRole('link', { name: 'ホーム' }).click();
  await page.getByRole('link', { name: /今週のトレーニング 1/ }).click();
  const load = page.getByRole('link', { name: /^チェストプレス/ });
  await expect(load).toHaveText(
    'チェストプレス 前回 52.5kg 最大重量 52.5kg 次回 55kg↑ 前回できたので重く',
  );
  const pectorals = page.getByRole('radio', { name: /^胸 7日間で2セット。今日鍛えました。/ });
  await expect(pectorals).toHaveCount(1);
});
