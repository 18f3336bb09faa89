import {
  changeTrainerScopes,
  getTrainerConnection,
  issueTrainerCode,
} from '@tanren/contract/trainers/trainer-connection-code';
import { listWorkoutLoads } from '@tanren/contract/workouts/workout-loads';
import { trainerCodeMs } from '@tanren/domain/trainers/trainers';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { listCalls, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { linkedWith, openTrainerConnection, pendingWith } from './trainer-connection.ts';

const address = '/settings/trainer-connect';
const shownCode = () => page.getByRole('main').getByText(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
const qrCode = () => page.getByRole('img', { name: /^連携コードのQRコード/ });
const timer = () => page.getByRole('timer');
const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(name) });
const scope = (name: string) => page.getByRole('switch', { name });
const trainerCard = () => page.getByRole('region', { name: '連携中のトレーナー' });

/** Opens the page with fake timers. It polls every three seconds while a code is pending. */
async function openByMovedClock() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const shown = await renderPage(address);
  await expect.element(heading('トレーナー連携')).toBeVisible();
  return shown;
}

const waitForNextLook = () => vi.advanceTimersByTimeAsync(3_500);

test('issues a code with the chosen scopes, and shows the link by itself', async () => {
  const connection = openTrainerConnection();
  const { address: shownAddress } = await openByMovedClock();
  for (const name of ['トレーニング履歴', 'プロフィール', 'トレーニング状況']) {
    await expect.element(box(name)).toBeChecked();
  }
  await expectAccessible();
  await box('プロフィール').click();
  const release = connection.hold();
  await tapTwice(button('連携コードを発行する'));
  release();
  await expect.element(shownCode()).toHaveTextContent('ABCD-2342');
  await expect.element(page.getByText('連携コード A B C D 2 3 4 2')).toBeInTheDocument();
  await expect.element(qrCode()).toBeVisible();
  await expect.element(timer()).toHaveTextContent(/残り1[45]:\d\d/);
  expect(listCalls(issueTrainerCode)).toMatchObject([{ body: { scopes: ['history', 'status'] } }]);
  await expectAccessible();

  connection.link();
  await waitForNextLook();
  await expect.element(toast('コウジさんと連携しました')).toBeVisible();
  await expect.element(trainerCard()).toHaveTextContent('コウジ');
  await expect.element(scope('トレーニング履歴')).toBeChecked();
  await expect.element(scope('プロフィール')).not.toBeChecked();
  await expect.element(shownCode()).not.toBeInTheDocument();
  await expectAccessible();
  const callsBefore = listCalls(getTrainerConnection).length;
  await waitForNextLook();
  expect(listCalls(getTrainerConnection)).toHaveLength(callsBefore);
  await page.getByRole('link', { name: 'マイトレーナーを見る' }).click();
  await expect.element(heading('マイトレーナー')).toBeVisible();
  expect(shownAddress()).toBe('/my-trainer');
});

test('shows an existing code when the page opens again', async () => {
  const connection = openTrainerConnection(pendingWith('WXYZ2345', ['history']));
  await renderPage(address);
  await expect.element(shownCode()).toHaveTextContent('WXYZ-2345');
  await expect.element(timer()).toHaveTextContent(/残り1[45]:\d\d/);
  await expect.element(scope('プロフィール')).not.toBeChecked();
  expect(listCalls(issueTrainerCode)).toEqual([]);
  expect(connection.read().state).toBe('pending');
});

test('a new code replaces the last one, and can be taken back', async () => {
  const connection = openTrainerConnection(pendingWith('WXYZ2345', ['history']));
  await renderPage(address);
  await expect.element(shownCode()).toHaveTextContent('WXYZ-2345');
  await press('新しいコードを発行する');
  await expect.element(shownCode()).toHaveTextContent('ABCD-2342');
  expect(listCalls(issueTrainerCode)).toMatchObject([{ body: { scopes: ['history'] } }]);
  await press('コードを無効にする');
  await expect.element(toast('コードを無効にしました')).toBeVisible();
  await expect.element(button('連携コードを発行する')).toBeVisible();
  await expect.element(page.getByText('有効期限が切れました')).not.toBeInTheDocument();
  expect(connection.read()).toEqual({ state: 'none' });
});

test('copies the code as it is shown', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  openTrainerConnection(pendingWith('WXYZ2345'));
  await renderPage(address);
  await press('コードをコピーする');
  await expect.element(button('コピーしました')).toBeVisible();
  expect(copy.mock.calls).toEqual([['WXYZ-2345']]);
});

test('selects the code when copying is denied', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  openTrainerConnection(pendingWith('WXYZ2345'));
  await renderPage(address);
  await press('コードをコピーする');
  await expect.element(page.getByText('コピーできませんでした')).toBeVisible();
  expect(getSelection()?.toString()).toBe('WXYZ-2345');
});

test('explains an expired code, and offers a new one with the same scopes', async () => {
  const connection = openTrainerConnection();
  await openByMovedClock();
  await box('トレーニング状況').click();
  await press('連携コードを発行する');
  await expect.element(shownCode()).toHaveTextContent('ABCD-2342');
  vi.setSystemTime(Date.now() + trainerCodeMs);
  connection.end();
  await waitForNextLook();
  await expect
    .element(page.getByRole('main').getByText('有効期限が切れました').last())
    .toBeVisible();
  await expect.element(shownCode()).not.toBeInTheDocument();
  await expect.element(box('トレーニング状況')).not.toBeChecked();
  await expectAccessible();
  await press('新しいコードを発行する');
  await expect.element(shownCode()).toHaveTextContent('ABCD-2343');
  await expect.element(scope('トレーニング状況')).not.toBeChecked();
});

test('keeps the code visible without a network until it expires', async () => {
  const connection = openTrainerConnection(pendingWith('WXYZ2345'));
  await openByMovedClock();
  await expect.element(shownCode()).toHaveTextContent('WXYZ-2345');
  setOnline(false);
  await waitForNextLook();
  await vi.advanceTimersByTimeAsync(600);
  await expect.element(page.getByText('コードはそのまま使えます')).toBeVisible();
  await expect.element(shownCode()).toHaveTextContent('WXYZ-2345');
  await expectAccessible();
  await press('コードを無効にする');
  await expect.element(toast('ネットワークエラー').first()).toBeVisible();
  await expect.element(shownCode()).toHaveTextContent('WXYZ-2345');
  // The trainer entered the code meanwhile. The page finds out when the network is back.
  connection.link();
  setOnline(true);
  await waitForNextLook();
  await expect.element(trainerCard()).toBeVisible();
  ignoreConsoleErrors('NetworkError');
});

test('hides an expired code without a network', async () => {
  openTrainerConnection(pendingWith('WXYZ2345'));
  await openByMovedClock();
  await expect.element(shownCode()).toBeVisible();
  // The background calls of every page are done: without a network they would log errors.
  await expect.poll(() => listCalls(listWorkoutLoads)).toHaveLength(1);
  setOnline(false);
  vi.setSystemTime(Date.now() + trainerCodeMs);
  await waitForNextLook();
  await expect.element(button('新しいコードを発行する')).toBeVisible();
  await expect.element(shownCode()).not.toBeInTheDocument();
});

test('shows changes of another device', async () => {
  const connection = openTrainerConnection(pendingWith('WXYZ2345'));
  await openByMovedClock();
  await expect.element(shownCode()).toBeVisible();
  connection.end();
  await waitForNextLook();
  await expect.element(button('連携コードを発行する')).toBeVisible();
  await expect.element(page.getByText('有効期限が切れました')).not.toBeInTheDocument();
  // The member linked on another device while this page still offers a code.
  connection.change(linkedWith());
  await press('連携コードを発行する');
  await expect.element(toast('すでにトレーナーと連携しています')).toBeVisible();
  await expect.element(trainerCard()).toBeVisible();
  // The link was ended on another device while this page still shows its switches.
  connection.end();
  await scope('プロフィール').click();
  await expect.element(toast('すでに解除されています')).toBeVisible();
  await expect.element(button('連携コードを発行する')).toBeVisible();
});

test('changes scopes at once, and two changes do not undo each other', async () => {
  const connection = openTrainerConnection(linkedWith());
  const release = connection.hold();
  await renderPage(address);
  await scope('トレーニング履歴').click();
  await expect.element(scope('トレーニング履歴')).not.toBeChecked();
  await scope('プロフィール').click();
  await expect.element(scope('プロフィール')).not.toBeChecked();
  expect(listCalls(changeTrainerScopes)).toHaveLength(1);
  release();
  await expect.poll(() => connection.read()).toMatchObject({ scopes: ['status'] });
  await expect.element(scope('トレーニング履歴')).not.toBeChecked();
  await expect.element(scope('プロフィール')).not.toBeChecked();
  await expect.element(scope('トレーニング状況')).toBeChecked();
});

test('restores the scopes when the server cannot be reached', async () => {
  const connection = openTrainerConnection(linkedWith(['status']));
  await renderPage(address);
  await expect.element(scope('トレーニング状況')).toBeChecked();
  setOnline(false);
  await scope('トレーニング状況').click();
  await expect.element(toast('ネットワークエラー').first()).toBeVisible();
  await expect.element(scope('トレーニング状況')).toBeChecked();
  setOnline(true);
  await scope('トレーニング状況').click();
  await expect.element(page.getByText('何も共有しなくても')).toBeVisible();
  await expect.poll(() => connection.read()).toMatchObject({ scopes: [] });
  expect(listCalls(changeTrainerScopes)).toHaveLength(2);
  ignoreConsoleErrors('NetworkError');
});
