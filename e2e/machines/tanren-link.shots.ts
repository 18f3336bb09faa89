import type { Page } from '@playwright/test';
import { signIn } from '#support/identity/accounts.ts';
import { filmQrCode, launchWithCamera } from '#support/browser/qr-codes.ts';
import { runSql, test } from '#support/server/embedded-server.ts';
import { startMachine } from '#support/machines/machine.ts';
import { createReadyMember } from '#support/members/members.ts';
import { memberSizes, sizes, takeShot } from '#support/browser/shots.ts';

/** Shows every state of the page that links a machine, and of the home page's card. */
for (const size of memberSizes) {
  test(`machine link (${size})`, async ({ page, context, embedded }) => {
    test.setTimeout(300_000);
    const viewport = sizes[size];
    await page.setViewportSize(viewport);
    const shoot = async (name: string, shot: Page = page) =>
      await takeShot(shot, `tanren-link-${name}`, size);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const home = page.getByRole('navigation').getByRole('link', { name: 'ホーム' });
    const field = page.getByRole('textbox', { name: '接続コード' });
    const machine = await startMachine(embedded);
    const member = await createReadyMember(embedded);

    await page.goto('/tanren-link');
    await signIn(page, member);
    await field.waitFor();
    await shoot('ways');
    await field.fill(`${machine.id}-000000`);
    await press('接続する');
    await page.getByText('正しくない').waitFor();
    await shoot('refused');
    await page.getByText('許可されていません').or(page.getByText('見つかりません')).waitFor();
    await shoot('no-camera');
    await home.click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot('home');

    const film = await filmQrCode('https://example.com/');
    const other = await launchWithCamera(film.file);
    const filmed = await other.newPage({
      baseURL: embedded.url,
      viewport,
      permissions: ['camera'],
    });
    await filmed.goto('/tanren-link');
    await signIn(filmed, member);
    await filmed.getByText('マシンのQRコードではありません').waitFor();
    await shoot('camera', filmed);
    await other.close();
    await film.remove();

    await page.goto(`/tanren-link?code=${await machine.code()}`);
    await page.getByRole('button', { name: /に接続する/ }).waitFor();
    await shoot('from-address');
    await page.getByRole('button', { name: /に接続する/ }).click();
    await page.getByText('動かし始めると').waitFor();
    await machine.waitFor('linked');
    await shoot('first-time');
    machine.say('load 40');
    await machine.lift(8);
    await shoot('lifting');
    machine.say('end-set');
    await machine.lift(10);
    machine.say('end-set');
    await page.getByText('2セット終了').waitFor();
    await shoot('resting');
    await press('接続を解除する');
    await shoot('unlink');
    await press('解除しない');
    machine.say('finish');
    await page.getByText('記録を保存しました').waitFor();
    await shoot('stored');
    machine.say('load 45');
    await machine.lift(9);
    machine.say('finish');
    await page.getByText('自己ベスト更新！').waitFor();
    await shoot('best');
    await page.getByRole('link', { name: '記録を見る' }).click();
    await home.click();
    await page.getByText('接続中・マシン').waitFor();
    await shoot('home-linked');
    await page.goto('/tanren-link');
    await page.getByText('今回の目標').waitFor();
    await shoot('target');
    await machine.lift(3);
    await page.getByText('1セット目').waitFor();
    await context.setOffline(true);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByText('通信が途切れています').waitFor();
    await page.waitForTimeout(3500);
    await shoot('reconnecting');
    await context.setOffline(false);
    await page.getByText('接続中').first().waitFor();
    const idle = (seconds: number) =>
      runSql(
        embedded.dataDir,
        `update tanren_connections set linked_at = now() - interval '15 minutes',
         last_active_at = now() - make_interval(secs => $1) where machine_id = $2`,
        [seconds, machine.id],
      );
    machine.say('finish');
    await page.getByText(/記録を保存しました|自己ベスト/).waitFor();
    await machine.stop();
    await idle(500);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/');
    await page.goto('/tanren-link');
    await page.getByText(/マシンを動かさないと/).waitFor();
    await shoot('idle-offline');
    await idle(600);
    await page.getByText('10分間マシンの動きがなかったため').waitFor({ timeout: 45_000 });
    await shoot('released');
  });
}
