import { createTanrenConnection } from '@tanren/contract/machines/tanren-connection';
import {
  claimWorkout,
  listWorkoutClaims,
  type WorkoutClaim,
} from '@tanren/contract/workouts/workout-records';
import { getWorkout } from '@tanren/contract/workouts/workouts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sampleWorkout } from '#test/samples/workouts.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { alert, button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { renderPage } from '#test/support/render.tsx';
import { standMachine } from './linked-machine.ts';

const code = 'C12-ABCD-EFGH-JKLM';
const address = `/tanren-link?code=${code}`;
const stored: WorkoutClaim = {
  id: 1,
  state: 'stored',
  claimedAt: '2026-03-12T09:30:00.000Z',
  machineId: 12,
  workoutTypeId: 1,
  gymId: 1,
  gymName: 'TANREN 神田',
  workoutId: 4,
};
const waiting: WorkoutClaim = { ...stored, state: 'waiting', workoutId: null };

const claimIt = () => button('記録を受け取る');
const typed = () => page.getByRole('textbox', { name: '受け取りコード' });
const bodies = () => listCalls(claimWorkout).map(({ body }) => body);

function storeBout(): void {
  standMachine({ linked: false });
  answer(claimWorkout, stored);
  answer(getWorkout, sampleWorkout());
}

async function openForm(): Promise<void> {
  await page.getByText('接続し忘れた記録を受け取る').click();
  await expect.element(typed()).toBeVisible();
}

test('a scanned code asks first, claims once, and shows what was claimed', async () => {
  storeBout();
  const { address: shown } = await renderPage(address);
  await expect.element(heading('記録を受け取る')).toBeVisible();
  await expect.element(page.getByRole('main')).toHaveTextContent('マシン 12');
  await expectAccessible();
  expect(bodies()).toEqual([]);
  await tapTwice(claimIt());
  await expect.element(page.getByText('記録を受け取りました')).toBeVisible();
  await expect
    .element(page.getByRole('main'))
    .toHaveTextContent('最大重量 52.5kg総発揮力 1,130kg2セット・計22回');
  await expect.poll(shown).toBe('/tanren-link');
  await expectAccessible();
  expect(bodies()).toEqual([{ code }]);
  await page.getByRole('link', { name: '記録を見る' }).click();
  await expect.poll(shown).toBe('/workouts/4');
});

test.each([
  [address, '記録を受け取る', '受け取る記録'],
  ['/tanren-link?code=12-345678', 'マシンと接続', '読み取ったマシン'],
])('%s: on a desktop the dialog is under its title', async (path, title, question) => {
  await page.viewport(1280, 800);
  storeBout();
  await renderPage(path);
  const card = page.getByRole('region', { name: question });
  await expect.element(card).toBeVisible();
  const [above, below] = [heading(title), card].map((part) => part.element());
  const left = (part: Element | undefined) => part?.getBoundingClientRect().left;
  expect(left(above)).toBe(left(below));
});

test.each([
  ['claim_taken', 409, 'すでにほかの方が受け取っています'],
  ['claim_expired', 409, '期間（24時間）を過ぎました'],
  ['claim_implausible', 409, '同じ時間帯に別の場所やマシンでのご利用'],
  ['claim_code_unknown', 404, '受け取りコードが正しくありません'],
] as const)('explains %s, which cannot be retried', async (rejection, status, words) => {
  storeBout();
  answer(claimWorkout, rejectWith(status, rejection));
  const { address: shown } = await renderPage(address);
  await claimIt().click();
  await expect.element(alert()).toHaveTextContent(words);
  await expect.element(claimIt()).not.toBeInTheDocument();
  await expectAccessible();
  await press('受け取らない');
  await expect.element(heading('マシンと接続')).toBeVisible();
  expect(shown()).toBe('/tanren-link');
});

test('the same tap works after a lost network', async () => {
  storeBout();
  answer(claimWorkout, lost);
  await renderPage(address);
  await claimIt().click();
  await expect.element(toast('ネットワークエラー')).toBeVisible();
  ignoreConsoleErrors('NetworkError');
  answer(claimWorkout, stored);
  await claimIt().click();
  await expect.element(page.getByText('記録を受け取りました')).toBeVisible();
});

test('accepts a typed code in any notation, and explains an invalid one in place', async () => {
  storeBout();
  await renderPage('/tanren-link');
  await openForm();
  await expectAccessible();
  await claimIt().click();
  await expect.element(page.getByText('受け取りコードを入力してください')).toBeVisible();
  await typed().fill('12-345678');
  await claimIt().click();
  await expect.element(page.getByText('Cで始まるコードをすべて')).toBeVisible();
  await expectAccessible();
  answer(claimWorkout, rejectWith(429, 'too_many_requests'));
  await typed().fill('ｃ１２ abcd efgh jklm');
  await claimIt().click();
  await expect.element(alert().last()).toHaveTextContent('操作の回数が多すぎます');
  await expect.element(typed()).toHaveValue('ｃ１２ abcd efgh jklm');
  answer(claimWorkout, stored);
  await claimIt().click();
  await expect.element(page.getByText('記録を受け取りました')).toBeVisible();
  expect(bodies()).toEqual([{ code }, { code }]);
});

test('accepts a claim code in the link code field, and asks first', async () => {
  storeBout();
  await renderPage('/tanren-link');
  await page.getByRole('textbox', { name: '接続コード' }).fill(code);
  await press('接続する');
  await expect.element(heading('記録を受け取る')).toBeVisible();
  expect(listCalls(createTanrenConnection)).toEqual([]);
  expect(bodies()).toEqual([]);
});

test('waits for a workout that the machine has not sent yet', async () => {
  takeClock();
  storeBout();
  answer(claimWorkout, waiting);
  answer(listWorkoutClaims, { items: [waiting] });
  await renderPage(address);
  await claimIt().click();
  await expect.element(page.getByText('記録が届くのを待っています')).toBeVisible();
  await expectAccessible();
  answer(listWorkoutClaims, { items: [stored] });
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(page.getByText('記録を受け取りました')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: '記録を見る' }))
    .toHaveAttribute('href', '/workouts/4');
});

test('the camera pauses after the question, because the code may still be visible', async () => {
  storeBout();
  const device = { kind: 'videoinput' } as MediaDeviceInfo;
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue([device]);
  const prompt = { state: 'prompt' } as PermissionStatus;
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue(prompt);
  const film = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
  await renderPage(address);
  await press('受け取らない');
  await expect.element(button('QRコードを読み取る')).toBeVisible();
  expect(film).not.toHaveBeenCalled();
});

test('a linked member can claim and stays linked', async () => {
  standMachine();
  answer(claimWorkout, stored);
  answer(getWorkout, sampleWorkout());
  await page.viewport(1280, 800);
  const { go } = await renderPage(address);
  await press('今のマシンを続ける');
  await expect.element(button('接続を解除する')).toBeVisible();
  await go(address);
  await claimIt().click();
  await expect.element(page.getByText('記録を受け取りました')).toBeVisible();
  await expect.element(button('接続を解除する')).toBeVisible();
  expectNoSidewaysScroll();
});
