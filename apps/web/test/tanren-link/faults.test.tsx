import { issueTanrenMqtt } from '@tanren/contract/tanren-connection';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { listCalls, setOnline, setServerAhead } from '#test/support/answers.ts';
import { standMachine } from './linked-machine.ts';
import { button, heading, press } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';

const counter = page.getByRole('status', { name: '回数' });
const badge = page.getByRole('main').getByRole('status').first();
const cutOff = page.getByText('マシンからの通信が届いていません');

/** Time goes on by itself, and in leaps. */
function holdTimers(): void {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
}

async function openLinked() {
  const machine = standMachine();
  await renderPage('/tanren-link');
  await expect.element(badge).toHaveTextContent(/^接続中$/);
  return machine;
}

test('a machine that is cut off is told within half a minute, and what was counted stays', async () => {
  holdTimers();
  const machine = await openLinked();
  machine.startSet();
  machine.rep();
  await expect.element(counter).toHaveTextContent('1回');
  await expect.element(cutOff).not.toBeInTheDocument();
  machine.change({}, { online: false });
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(cutOff).toBeVisible();
  await expect.element(badge).toHaveTextContent(/^接続中$/);
  await expect.element(counter).toHaveTextContent('1回');
  await expectAccessible();
});

test('a machine that falls silent in the middle of a set is told as well', async () => {
  holdTimers();
  const machine = await openLinked();
  machine.startSet();
  await expect.element(counter).toHaveTextContent('0回');
  await vi.advanceTimersByTimeAsync(71_000);
  await expect.element(badge).toHaveTextContent('受信待ち');
  await expect.element(cutOff).toBeVisible();
  machine.rep();
  await expect.element(badge).toHaveTextContent(/^接続中$/);
  await expect.element(cutOff).not.toBeInTheDocument();
});

test('a lost network is told, and loses nothing: the newest message carries everything', async () => {
  const machine = await openLinked();
  machine.startSet();
  machine.rep();
  await expect.element(counter).toHaveTextContent('1回');
  machine.channel.setReachable(false);
  await expect.element(badge).toHaveTextContent('再接続中');
  await expect.element(page.getByText('通信が途切れています')).toBeVisible();
  await expectAccessible();
  machine.rep();
  machine.rep();
  await expect.element(counter).toHaveTextContent('1回');
  machine.channel.setReachable(true);
  dispatchEvent(new Event('online'));
  await expect.element(badge).toHaveTextContent(/^接続中$/);
  // Each connection has credentials of its own.
  expect(listCalls(issueTanrenMqtt)).toHaveLength(2);
  machine.rep();
  await expect.element(counter).toHaveTextContent('4回');
  await expect.element(page.getByText('通信が途切れています')).not.toBeInTheDocument();
});

test('whoever does not want to wait reconnects by hand', async () => {
  const machine = await openLinked();
  machine.channel.setReachable(false);
  await expect.element(badge).toHaveTextContent('再接続中');
  machine.channel.setReachable(true);
  await press('今すぐ再接続');
  await expect.element(badge).toHaveTextContent(/^接続中$/);
  await expect.element(button('今すぐ再接続')).not.toBeInTheDocument();
});

test('a phone without a network says so at once, and is back with it', async () => {
  const machine = await openLinked();
  setOnline(false);
  await expect.element(badge).toHaveTextContent('再接続中');
  machine.startSet();
  machine.rep();
  setOnline(true);
  await expect.element(badge).toHaveTextContent(/^接続中$/);
  machine.rep();
  await expect.element(counter).toHaveTextContent('2回');
});

test('a link that was idle for ten minutes is over, and says so', async () => {
  const machine = await openLinked();
  await expect.element(page.getByText(/トレーニングがないと/)).not.toBeInTheDocument();
  machine.release('idle');
  await expect.element(heading('マシンと接続')).toBeVisible();
  await expect.element(page.getByText('10分間トレーニングがなかったため')).toBeVisible();
  await expectAccessible();
});

test('a phone that was asleep when its link was released hears why', async () => {
  standMachine({ linked: false }).endUnheard('idle');
  await renderPage('/tanren-link');
  await expect.element(page.getByText('10分間トレーニングがなかったため')).toBeVisible();
  await expectAccessible();
});

test('who unlinked by hand is not told so again', async () => {
  standMachine({ linked: false }).endUnheard('member');
  await renderPage('/tanren-link');
  await expect.element(heading('マシンと接続')).toBeVisible();
  await expect.element(page.getByText('接続を解除しました')).not.toBeInTheDocument();
});

test('an idle link warns of its end, until something is lifted', async () => {
  holdTimers();
  const machine = standMachine();
  machine.change({ releasesAt: new Date(Date.now() + 45_000).toISOString() });
  await renderPage('/tanren-link');
  const warning = page.getByText(/あと4\d秒トレーニングがないと、接続は自動で解除されます/);
  await expect.element(warning).toBeVisible();
  await expectAccessible();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(page.getByText(/あと3\d秒トレーニングがないと/)).toBeVisible();
  machine.startSet();
  await expect.element(page.getByText(/トレーニングがないと/)).not.toBeInTheDocument();
});

test.each([10, -10])(
  'a phone whose clock is %i minutes off counts as the server does',
  async (off) => {
    setServerAhead(-off * 60_000);
    const serverNow = () => Date.now() - off * 60_000;
    const machine = standMachine();
    machine.change({ releasesAt: new Date(serverNow() + 2 * 60_000).toISOString() });
    machine.setClock(serverNow);
    await renderPage('/tanren-link');
    await expect.element(badge).toHaveTextContent(/^接続中$/);
    await expect.element(page.getByText(/あと(2分0|1分5\d)秒トレーニングがない/)).toBeVisible();
    machine.startSet();
    machine.rep();
    machine.endSet();
    await expect.element(page.getByRole('timer')).toHaveTextContent(/^0:0\d$/);
    await expect
      .element(page.getByText(/接続は自動で解除|まもなく接続が解除/))
      .not.toBeInTheDocument();
  },
);
