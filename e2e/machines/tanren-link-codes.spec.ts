import { signIn } from '#support/identity/accounts.ts';
import { filmQrCode, launchWithCamera } from '#support/browser/qr-codes.ts';
import { runSql } from '#support/server/embedded-server.ts';
import { expect, expectQuietConsole, heading, press } from '#support/members/members.ts';
import { open, test } from '#support/machines/machine.ts';

expectQuietConsole(test);

test('a scanned link survives the sign-in, asks once, and ends by itself when nothing is lifted', async ({
  page,
  machine,
  member,
  embedded,
}) => {
  const path = `/tanren-link?code=${await machine.code()}`;
  await page.goto(path);
  await signIn(page, member);
  await expect(page).toHaveURL(path);
  await page.getByRole('button', { name: `マシン ${machine.id} に接続する` }).click();
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await expect(page).toHaveURL('/tanren-link');
  await machine.waitFor('linked');
  // A second scan by the linked member asks nothing.
  await page.goto(path);
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await expect(page).toHaveURL('/tanren-link');

  // The page is closed, so that the server's release does not meet a page that is connecting.
  await page.goto('about:blank');
  await runSql(
    embedded.dataDir,
    `update tanren_connections set linked_at = now() - interval '15 minutes',
     last_active_at = now() - interval '10 minutes' where machine_id = $1`,
    [machine.id],
  );
  // The server ends the link at its next check, every half minute, or when a page is opened.
  await page.goto('/tanren-link');
  await expect(page.getByText('10分間マシンの動きがなかったため')).toBeVisible();
  await machine.waitFor('unlinked');
});

test("the camera reads the machine's code, and stops when it is done or left", async ({
  machine,
  member,
  embedded,
}) => {
  const film = await filmQrCode(`${embedded.url}/tanren-link?code=${await machine.code()}`);
  const browser = await launchWithCamera(film.file);
  const context = await browser.newContext({
    baseURL: embedded.url,
    locale: 'ja-JP',
    permissions: ['camera'],
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const request = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await request(constraints);
      const seen = window as { tracks?: MediaStreamTrack[] };
      seen.tracks = [...(seen.tracks ?? []), ...stream.getVideoTracks()];
      return stream;
    };
  });
  const tracks = () =>
    page.evaluate(() => {
      const seen = window as { tracks?: MediaStreamTrack[] };
      return (seen.tracks ?? []).map(({ readyState }) => readyState);
    });
  await open(page, member);
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await machine.waitFor('linked');
  await expect.poll(tracks).toEqual(['ended']);

  // The code is still in view, so the camera waits for a tap. A second scan does no harm.
  await press(page, '接続を解除する');
  await press(page, 'QRコードを読み取る');
  await expect.poll(tracks).toHaveLength(2);
  await page.getByRole('navigation').getByRole('link', { name: 'ホーム' }).click();
  await expect(heading(page, 'テツさん')).toBeVisible();
  await expect.poll(tracks).toEqual(['ended', 'ended']);
  await browser.close();
  await film.remove();
});
