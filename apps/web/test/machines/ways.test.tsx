import { createTanrenConnection } from '@tanren/contract/machines/tanren-connection';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { machineCode, standMachine } from './linked-machine.ts';
import { alert, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { renderPage } from '#test/support/render.tsx';

const field = page.getByRole('textbox', { name: '接続コード' });
const link = page.getByRole('button', { name: 'マシン 12 に接続する' });

test('shows an invalid code in place and keeps it', async () => {
  standMachine({ linked: false });
  await renderPage('/tanren-link');
  await expect.element(heading('マシンと接続')).toBeVisible();
  await expectAccessible();
  await press('接続する');
  await expect.element(page.getByText('接続コードを入力してください').last()).toBeVisible();
  await field.fill('12345');
  await press('接続する');
  await expect.element(page.getByText('マシン番号と6桁の数字を続けて')).toBeVisible();
  expect(listCalls(createTanrenConnection)).toHaveLength(0);
  await field.fill('12-000000');
  await press('接続する');
  await expect.element(alert().first()).toHaveTextContent('正しくない');
  await expect.element(field).toHaveValue('12-000000');
  await expectAccessible();
});

test.each([
  ['machine_in_use', 409, 'ほかの方が使用中です'],
  ['too_many_requests', 429, '操作の回数が多すぎます'],
  ['machines_unreachable', 503, 'ただいまマシンと通信できないため、接続できません'],
] as const)('shows %s at the code', async (code, status, words) => {
  standMachine({ linked: false });
  answer(createTanrenConnection, rejectWith(status, code));
  await renderPage('/tanren-link');
  await field.fill(machineCode);
  await press('接続する');
  await expect.element(alert().first()).toHaveTextContent(words);
  await expect.element(field).toHaveValue(machineCode);
});

test('shows that machines cannot be reached, and removes the message by itself', async () => {
  takeClock();
  const machine = standMachine({ linked: false });
  machine.setReachable(false);
  await renderPage('/tanren-link');
  await expect.element(alert()).toHaveTextContent('ただいまマシンと通信できません。復旧するまで');
  await expectAccessible();
  machine.setReachable(true);
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(alert()).not.toBeInTheDocument();
});

test('shows a lost network in a toast, and keeps the code', async () => {
  standMachine({ linked: false });
  answer(createTanrenConnection, lost);
  await renderPage('/tanren-link');
  await field.fill(machineCode);
  await press('接続する');
  await expect.element(toast('ネットワークエラー')).toBeVisible();
  await expect.element(field).toHaveValue(machineCode);
  ignoreConsoleErrors('NetworkError');
});

test('accepts a code in full-width characters and without the dash', async () => {
  standMachine({ linked: false });
  await renderPage('/tanren-link');
  await field.fill('１２３４５６７８');
  await press('接続する');
  await expect.element(heading('チェストプレス')).toBeVisible();
  expect(listCalls(createTanrenConnection)).toMatchObject([{ body: { code: machineCode } }]);
});

test('a scanned link asks once and leaves the address, and the second time asks nothing', async () => {
  standMachine({ linked: false });
  const { address, go } = await renderPage(`/tanren-link?code=${machineCode}`);
  await expect.element(heading('マシンと接続')).toBeVisible();
  await expectAccessible();
  expect(listCalls(createTanrenConnection)).toHaveLength(0);
  await tapTwice(link);
  await expect.element(heading('チェストプレス')).toBeVisible();
  await expect.poll(address).toBe('/tanren-link');
  expect(listCalls(createTanrenConnection)).toHaveLength(1);
  await go(`/tanren-link?code=${machineCode}`);
  await expect.element(heading('チェストプレス')).toBeVisible();
  await expect.poll(address).toBe('/tanren-link');
  expect(listCalls(createTanrenConnection)).toHaveLength(1);
});

test('a link to another machine explains what happens to the current one, and can be declined', async () => {
  standMachine();
  const { address } = await renderPage('/tanren-link?code=13-123456');
  await expect.element(page.getByText('接続中のマシン 12 との接続は解除され')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'マシン 13 に接続する' }).click();
  await expect.element(alert().first()).toHaveTextContent('正しくない');
  await press('今のマシンを続ける');
  await expect.element(heading('チェストプレス')).toBeVisible();
  expect(address()).toBe('/tanren-link');
});

test('offers to scan again when a code has expired', async () => {
  standMachine({ linked: false });
  const { mediaDevices } = navigator;
  vi.spyOn(mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', 'NotFoundError'));
  const { address } = await renderPage('/tanren-link?code=12-000000');
  await link.click();
  await expect.element(alert().first()).toHaveTextContent('正しくない');
  await expect.element(link).not.toBeInTheDocument();
  await expectAccessible();
  await press('もう一度読み取る');
  await expect.element(page.getByText('カメラが見つかりません')).toBeVisible();
  await expectAccessible();
  await expect.element(page.getByRole('button', { name: 'もう一度読み取る' })).toBeVisible();
  // The code can be typed instead of scanned.
  await press('ほかの方法で接続する');
  await field.fill(machineCode);
  await press('接続する');
  await expect.element(heading('チェストプレス')).toBeVisible();
  expect(address()).toBe('/tanren-link');
});

test('explains a link without a readable code, and the label of a machine fills it in', async () => {
  standMachine({ linked: false });
  const { go } = await renderPage('/tanren-link?code=abc');
  await expect.element(alert()).toHaveTextContent('リンクの接続コードを読み取れません');
  await go('/tanren-link?machine=12');
  await expect.element(field).toHaveValue('12-');
  await expect.element(field).toHaveFocus();
});

const video = () => page.getByLabelText('カメラの映像');
const isAbove = (above: Element, below: Element) =>
  above.getBoundingClientRect().bottom <= below.getBoundingClientRect().top;

/** Makes the browser list a camera for which it has not requested permission yet. */
function listCamera() {
  const device = { kind: 'videoinput' } as MediaDeviceInfo;
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue([device]);
  const prompt = { state: 'prompt' } as PermissionStatus;
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue(prompt);
}

/** Adds a camera that shows nothing. Returns the states of its tracks. */
function plugInCamera() {
  listCamera();
  const tracks: MediaStreamTrack[] = [];
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    const canvas = document.createElement('canvas');
    canvas.getContext('2d')?.fillRect(0, 0, 1, 1);
    const stream = canvas.captureStream(30);
    tracks.push(...stream.getVideoTracks());
    return stream;
  });
  return { states: () => tracks.map(({ readyState }) => readyState) };
}

test('opens the camera at once with the code below it, and pauses it while the page is hidden', async () => {
  standMachine({ linked: false });
  const camera = plugInCamera();
  await renderPage('/tanren-link');
  await expect.element(video()).toBeVisible();
  await expect.poll(camera.states).toEqual(['live']);
  expect(isAbove(video().element(), field.element())).toBe(true);
  // The field is visible without scrolling, above the navigation.
  expect(field.element().getBoundingClientRect().bottom).toBeLessThan(844 - 64);
  await expectAccessible();
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(camera.states).toEqual(['ended']);
  seen.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(camera.states).toEqual(['ended', 'live']);
  await press('カメラを閉じる');
  await expect.poll(camera.states).toEqual(['ended', 'ended']);
  await press('QRコードを読み取る');
  await expect.poll(camera.states).toEqual(['ended', 'ended', 'live']);
});

test('opens the camera only by hand after leaving a machine, because its code may be visible', async () => {
  const machine = standMachine();
  const camera = plugInCamera();
  await renderPage('/tanren-link');
  await press('接続を解除する');
  machine.release('member');
  await expect.element(page.getByRole('button', { name: 'QRコードを読み取る' })).toBeVisible();
  expect(camera.states()).toEqual([]);
});

test.each([
  ['NotFoundError', 'カメラが見つかりません'],
  ['NotAllowedError', 'カメラの使用が許可されていません'],
])('shows the code first after %s of the camera', async (name, words) => {
  standMachine({ linked: false });
  listCamera();
  const { mediaDevices } = navigator;
  vi.spyOn(mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', name));
  await renderPage('/tanren-link');
  await expect
    .element(page.getByText('接続コードを入力してください', { exact: true }))
    .toBeVisible();
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(video()).not.toBeInTheDocument();
  const again = page.getByRole('button', { name: 'QRコードを読み取る' });
  expect(isAbove(field.element(), again.element())).toBe(true);
  await expectAccessible();
  plugInCamera();
  await again.click();
  await expect.element(video()).toBeVisible();
  await expect.element(page.getByText(words)).not.toBeInTheDocument();
});

test('shows the code first, without asking, when there is no camera', async () => {
  standMachine({ linked: false });
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue([]);
  const request = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
  await renderPage('/tanren-link');
  await expect.element(page.getByText('カメラが見つかりません')).toBeVisible();
  const again = page.getByRole('button', { name: 'QRコードを読み取る' });
  expect(isAbove(field.element(), again.element())).toBe(true);
  expect(request).not.toHaveBeenCalled();
});

test('shows the ways side by side on a desktop, and is accessible', async () => {
  await page.viewport(1280, 800);
  standMachine({ linked: false });
  await renderPage('/tanren-link');
  await expect.element(field).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('the home page links to the machine page, and names the linked machine', async () => {
  const machine = standMachine();
  const { go, address } = await renderPage('/');
  const card = page.getByRole('link', { name: /接続中・マシン 12.*チェストプレス/ });
  await expect.element(card).toBeVisible();
  await card.click();
  await expect.element(heading('チェストプレス')).toBeVisible();
  await expect.poll(machine.isSubscribed).toBe(true);
  await press('接続を解除する');
  await expect.element(heading('マシンと接続')).toBeVisible();
  machine.release('member');
  await expect.element(page.getByText('接続を解除しました。')).toBeVisible();
  await go('/');
  await expect.element(card).not.toBeInTheDocument();
  await page.getByRole('navigation').getByRole('link', { name: '接続' }).click();
  await expect.poll(address).toBe('/tanren-link');
});
