import { filmQrCode, launchWithFilm } from './support/camera.ts';
import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
} from './support/identity-steps.ts';
import { field } from './support/link-page.ts';
import { open, test } from './support/tanren-link.ts';

expectQuietConsole(test);

test('a scanned link survives the sign-in, asks once, and leaves the address', async ({
  page,
  machine,
  member,
}) => {
  const path = `/tanren-link?code=${await machine.code()}`;
  await open(page, member, path);
  await expect(page).toHaveURL(path);
  await expect(heading(page, 'マシンと接続')).toBeVisible();
  await expectClean(page);
  await page.getByRole('button', { name: `マシン ${machine.id} に接続する` }).dblclick();
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await expect(page).toHaveURL('/tanren-link');
  await machine.waitFor('linked');
  // Scanned once more by whoever is linked: nothing to ask.
  await page.goto(path);
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await expect(page).toHaveURL('/tanren-link');
});

test('what is typed wrong is told in place and stays', async ({ page, machine, member }) => {
  await open(page, member);
  await press(page, '接続する');
  await expect(page.getByText('接続コードを入力してください。')).toBeVisible();
  await field(page).fill('12345');
  await press(page, '接続する');
  await expect(page.getByText('マシン番号と6桁の数字を続けて')).toBeVisible();
  await field(page).fill(`${machine.id}-000000`);
  await press(page, '接続する');
  await expect(page.getByRole('main').getByRole('alert').first()).toContainText('正しくない');
  await expect(field(page)).toHaveValue(`${machine.id}-000000`);
  await expectClean(page);
  await page.route('**/api/tanren-connection', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: '',
        status: 429,
        code: 'too_many_requests',
      }),
    }),
  );
  await press(page, '接続する');
  await expect(page.getByText('操作の回数が多すぎます')).toBeVisible();
  await page.unroute('**/api/tanren-connection');
  // Full-width, without the dash, as a phone's keyboard has it.
  const wide = (await machine.code())
    .replace('-', '')
    .replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  await field(page).fill(wide);
  await press(page, '接続する');
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  forgiveComplaints('429');
});

test('without a camera the code is the way on', async ({ page, context, member }) => {
  await open(page, member);
  await context.grantPermissions(['camera']);
  await press(page, 'QRコードを読み取る');
  await expect(page.getByText('カメラが見つかりません')).toBeVisible();
  await expectClean(page);
  await expect(field(page)).toBeVisible();
});

test('the camera reads the machine, if it may, and stops when it is done', async ({
  machine,
  member,
  embedded,
}) => {
  const film = await filmQrCode(`${embedded.url}/tanren-link?code=${await machine.code()}`);
  const browser = await launchWithFilm(film.file);
  const context = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints);
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
  await press(page, 'QRコードを読み取る');
  await expect(page.getByText('カメラの使用が許可されていません')).toBeVisible();
  await expectClean(page);

  await context.grantPermissions(['camera']);
  await page.reload();
  await press(page, 'QRコードを読み取る');
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await machine.waitFor('linked');
  await expect.poll(tracks).toEqual(['ended']);

  // The code has linked this member; once more it does no harm.
  await press(page, '接続を解除する');
  await press(page, 'QRコードを読み取る');
  await expect.poll(tracks).toHaveLength(2);
  await page.getByRole('navigation').getByRole('link', { name: 'ホーム' }).click();
  await expect(heading(page, 'テツさん')).toBeVisible();
  await expect.poll(tracks).toEqual(['ended', 'ended']);
  await browser.close();
  await film.remove();
});
