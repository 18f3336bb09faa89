import { signIn } from '#support/identity/accounts.ts';
import { runSql } from '#support/server/embedded-server.ts';
import { test } from '#support/members/members.ts';
import { createShots, openPage, sizes } from '#support/browser/shots.ts';
import { createWorker, enterCode } from '#support/trainers/trainers.ts';
import { readSub } from '#support/workouts/workouts.ts';

/** Shows every state of the page that links a trainer. */
for (const [size, viewport] of Object.entries(sizes)) {
  test(`trainer link (${size})`, async ({ page, context, embedded, member }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(viewport);
    const shoot = createShots({ prefix: 'trainer-connect', size, viewport });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const code = page.getByRole('main').locator('code');
    const trainer = await createWorker(embedded, 'trainer', 'トレーナー佐藤');
    await page.clock.install();
    await page.goto('/settings/trainer-connect');
    await signIn(page, member);
    await page.getByRole('heading', { name: 'トレーナー連携' }).waitFor();
    await shoot(page, 'none');
    await press('連携コードを発行する');
    await code.waitFor();
    await shoot(page, 'pending');
    await context.setOffline(true);
    await page.getByText('コードはそのまま使えます').waitFor();
    await shoot(page, 'offline');
    await context.setOffline(false);
    await page.getByText('コードはそのまま使えます').waitFor({ state: 'hidden' });
    await runSql(
      embedded.dataDir,
      `update trainer_codes set expires_at = now() where member_sub = $1`,
      [await readSub(member)],
    );
    await page.clock.fastForward('15:00');
    await page.getByRole('button', { name: '新しいコードを発行する' }).waitFor();
    await code.waitFor({ state: 'hidden' });
    await shoot(page, 'expired');
    await press('新しいコードを発行する');
    await code.waitFor();
    await enterCode(embedded, trainer, (await code.textContent()) ?? '');
    await page.getByRole('region', { name: '連携中のトレーナー' }).waitFor();
    await shoot(page, 'linked');
    await openPage(page, '/settings');
    await shoot(page, 'menu');
    await context.clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto('/settings');
    await signIn(page, trainer);
    await page.getByRole('link', { name: 'トレーナー画面' }).waitFor();
    await shoot(page, 'menu-of-trainer');
  });
}
