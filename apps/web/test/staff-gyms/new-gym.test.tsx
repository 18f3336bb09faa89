import { createGym, setPlans, type StaffGym, updateGym } from '@tanren/contract/staff-gyms';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost } from '#test/support/answers.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { openStaffGym, sampleStaffGym } from './staff-gym.ts';
import { openAsStaff } from '#test/staff/staff-page.ts';

const field = (label: string) => page.getByLabelText(label);
const plan = (number: number) => page.getByRole('listitem', { name: `プラン${number}` });
const name = 'TANREN 検見川';
const closed = Array.from({ length: 7 }, () => null);
const empty: StaffGym = { ...sampleStaffGym, name, weekly: closed, plans: [] };

async function fillNewGym(): Promise<void> {
  await field('店舗名').fill(name);
  await field('住所').fill('千葉県千葉市花見川区0-0');
}

test('what is missing or cannot be is told at its field', async () => {
  await openAsStaff('/staff/gyms/new');
  await press('店舗を追加する');
  await expect.element(field('店舗名')).toHaveFocus();
  await expect.element(page.getByText('住所を入力してください')).toBeVisible();
  await expectAccessible();
  await fillNewGym();
  await field('1枠の長さ').fill('0');
  await press('店舗を追加する');
  await expect.element(page.getByText('5〜1,440分で入力してください')).toBeVisible();
  expect(listCalls(createGym)).toEqual([]);
});

test('a gym is opened once by a double click, as it was typed on a Japanese keyboard', async () => {
  openStaffGym(empty);
  answer(createGym, empty);
  const { address } = await openAsStaff('/staff/gyms/new');
  await fillNewGym();
  await field('電話番号').fill('０４３−０００−００００');
  await field('1枠の長さ').fill('９０');
  await tapTwice(button('店舗を追加する'));
  await expect.element(heading(name)).toBeVisible();
  expect(address()).toBe(`/staff/gyms/${empty.id}?tab=hours`);
  expect(listCalls(createGym).map(({ body }) => body)).toMatchObject([
    { name, slotMinutes: 90, phone: '043-000-0000' },
  ]);
});

test('after a lost answer there is one gym, with what was typed last', async () => {
  const gym = openStaffGym(empty);
  answer(createGym, lost);
  const { address } = await openAsStaff('/staff/gyms/new');
  await fillNewGym();
  await press('店舗を追加する');
  await expect.element(page.getByText('ネットワークに接続できないため')).toBeVisible();
  await field('定員').fill('33');
  answer(createGym, () => gym.now());
  await press('店舗を追加する');
  await expect.element(heading(name)).toBeVisible();
  expect(address()).toBe(`/staff/gyms/${empty.id}?tab=hours`);
  // The first one was opened already: it is found again by its draft id, and then changed.
  const ids = listCalls(createGym).map(({ body }) => (body as { draftId: string }).draftId);
  expect(ids[1]).toBe(ids[0]);
  expect(listCalls(updateGym)).toMatchObject([{ body: { capacity: 33, version: 1 } }]);
  expect(gym.now()).toMatchObject({ capacity: 33, version: 2 });
});

test('plans are written, ordered, taken out and back, and saved together', async () => {
  const gym = openStaffGym(empty);
  await openAsStaff(`${gym.address}?tab=plans`);
  await expect.element(page.getByText('料金プランはありません。')).toBeVisible();
  await press('プランを追加する');
  await press('料金プランを保存する');
  await expect.element(field('プラン名')).toHaveFocus();
  await plan(1).getByLabelText('プラン名').fill('デイ');
  await plan(1).getByLabelText('料金（税込）').fill('６，６００');
  await expect.element(plan(1)).toHaveTextContent('うち消費税 ¥600');
  await press('プランを追加する');
  await plan(2).getByLabelText('プラン名').fill('1回利用');
  await plan(2).getByLabelText('料金（税込）').fill('1100');
  await plan(2).getByRole('radio', { name: '1回ごと' }).click();
  await press('プラン2を上へ移動する');
  await press('プランを追加する');
  await press('プラン3を外す');
  await toast('プランを外しました').getByRole('button', { name: '元に戻す' }).click();
  await expect.element(plan(3)).toBeVisible();
  await press('プラン3を外す');
  await expectAccessible();
  await press('料金プランを保存する');
  await expect.element(toast('料金プランを保存しました')).toBeVisible();
  expect(listCalls(setPlans)).toHaveLength(1);
  expect(gym.now().plans).toMatchObject([
    { name: '1回利用', price: 1100, per: 'visit' },
    { name: 'デイ', price: 6600, per: 'month', taxRate: 10 },
  ]);
});
