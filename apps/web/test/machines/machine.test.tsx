import { listGyms } from '@tanren/contract/gyms/gyms';
import {
  createMachine,
  getStaffMachine,
  listStaffMachines,
  renewMachineSecret,
  retireMachine,
  setMachineInspection,
  type StaffMachine,
} from '@tanren/contract/machines/staff-machines';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleGym, sampleMachine } from '#test/samples/gyms.ts';
import { alertDialog, openAsStaff, staffMenu } from '#test/staff/staff-page.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';

const sampleSecret = 'q7Zk2mXc9VbN4tRw';
const steps = () => page.getByRole('region', { name: 'マシンの前での手順' });
const secret = () => page.getByLabelText('接続キー', { exact: true });
const line = () => page.getByLabelText('マシンに入力する内容');
const nameOf = (typeId: number) => workoutTypes.find(({ id }) => id === typeId)?.name ?? '';

function openMachine(wishes: Partial<StaffMachine> = {}) {
  const machine = sampleMachine(wishes);
  answer(getStaffMachine, machine);
  return openAsStaff(`/staff/machines/${machine.id}`);
}

async function renew(): Promise<void> {
  answer(renewMachineSecret, { machine: sampleMachine(), secret: sampleSecret });
  await press('接続キーを再発行');
  await press('再発行する');
}

test('lists which machines are connected and when each sent its last message', async () => {
  const retired = sampleMachine({ id: 9, retiredAt: '2026-02-01T00:00:00.000Z' });
  answer(listStaffMachines, {
    items: [retired, sampleMachine(), sampleMachine({ id: 13, online: false, lastSeenAt: null })],
    nextCursor: null,
  });
  await openAsStaff('/staff/machines');
  const card = (id: number) => page.getByRole('link', { name: new RegExp(`^${id} ?${nameOf(1)}`) });
  await expect.element(card(12)).toHaveTextContent('オンライン');
  await expect.element(card(12)).toHaveTextContent('最終通信 たった今');
  await expect.element(card(13)).toHaveTextContent('オフライン通信なし');
  await expect.element(card(9)).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByText('撤去済みのマシン（1台）').click();
  await expect.element(card(9)).toBeVisible();
});

test('shows machines as a table on a desktop', async () => {
  const items = [
    sampleMachine({ id: 1, online: false }),
    sampleMachine({ id: 117, workoutTypeId: 7, firmware: null, rejectedToday: 3 }),
  ];
  answer(listStaffMachines, { items, nextCursor: null });
  await openAsStaff('/staff/machines');
  await page.viewport(1280, 800);
  const rows = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect.poll(() => rows.elements().length).toBe(2);
  const leftOf = (words: RegExp) =>
    rows.elements().map((row) => {
      const texts = [...row.querySelectorAll('span, strong')].filter(
        ({ textContent, children }) => words.test(textContent) && children.length <= 1,
      );
      return texts.at(-1)?.getBoundingClientRect().left;
    });
  for (const words of [/プレス|トライセプス/, /オフライン|オンライン/, /最終通信/]) {
    const [one, other] = leftOf(words);
    expect(one).toBeGreaterThan(104);
    expect(other).toBe(one);
  }
  const heights = rows.elements().map((row) => row.getBoundingClientRect().height);
  expect(Math.max(...heights)).toBeLessThanOrEqual(72);
  await expectAccessible();
});

const ownDescription = {
  maker: 'ACME',
  model: 'Row 300',
  protocol: 2,
  loads: { minKg: 5, maxKg: 150, stepKg: 2.5 },
  measures: ['rangeMm'],
};

test('shows what the machine says it is', async () => {
  await openMachine({ description: ownDescription });
  await expect.element(page.getByText('ACME Row 300')).toBeVisible();
  await expect.element(page.getByText('バージョン2')).toBeVisible();
  await expect.element(page.getByText('登録した重量と異なります')).not.toBeInTheDocument();
  await expectAccessible();
});

test('shows loads that differ from the registered ones, and machines without a description', async () => {
  const loads = { ...ownDescription.loads, maxKg: 120 };
  await openMachine({ description: { ...ownDescription, loads } });
  await expect.element(page.getByText('5〜120kg（2.5kgごと）')).toBeVisible();
  await expect.element(page.getByText('登録した重量と異なります')).toBeVisible();
  await openMachine({ id: 13 });
  await expect.element(page.getByText('バージョン1', { exact: true })).toBeVisible();
  await expect.element(page.getByText('メーカー・機種')).not.toBeInTheDocument();
});

test('asks before renewing a secret, shows it in two ways, and does not store it', async () => {
  const { queryClient } = await openMachine();
  await expect.element(heading('マシン 12')).toBeVisible();
  await expect.element(page.getByText('5〜150kg（2.5kgごと）')).toBeVisible();
  await expectAccessible();
  await press('接続キーを再発行');
  await expect.element(alertDialog()).toHaveTextContent('すぐに使えなくなり');
  await expectAccessible();
  await press('再発行しない');
  await expect.element(alertDialog()).not.toBeInTheDocument();
  expect(listCalls(renewMachineSecret)).toEqual([]);
  await renew();
  await expect.element(steps().getByRole('listitem').nth(1)).toHaveTextContent('「12」と入力');
  await expect.element(steps()).toHaveTextContent(`種目に「${nameOf(1)}」を選びます`);
  await expectAccessible();
  // The command is hidden until it is requested.
  await expect.element(line()).not.toBeInTheDocument();
  await page.getByText('コマンドで設定する場合').click();
  await expect.element(line()).toHaveTextContent(`--machine 12 --secret ${sampleSecret} --type 1`);
  expect(secret().element().textContent?.replaceAll(' ', '')).toBe(sampleSecret);
  await expectAccessible();
  const kept = queryClient.getQueryCache().getAll();
  expect(JSON.stringify(kept.map(({ state }) => state.data))).not.toContain(sampleSecret);
});

test('shows a rejection or a lost answer in the dialog', async () => {
  await openMachine();
  answer(renewMachineSecret, lost);
  await press('接続キーを再発行');
  await press('再発行する');
  await expect.element(alertDialog().getByText('ネットワークエラー')).toBeVisible();
  ignoreConsoleErrors('NetworkError');
  await expect.element(secret()).not.toBeInTheDocument();
});

test('a secret that is shown once cannot be closed by accident', async () => {
  const { back } = await openMachine();
  await renew();
  await expect.element(secret()).toBeVisible();
  const search = staffMenu().getByRole('link', { name: '会員検索' });
  await search.click();
  await expect.element(alertDialog()).toHaveTextContent('二度と表示できません');
  await expectAccessible();
  await press('移動しない');
  await expect.element(alertDialog()).not.toBeInTheDocument();
  await expect.element(secret()).toBeVisible();
  await search.click();
  await press('入力したので移動する');
  await expect.element(heading('会員検索')).toBeVisible();
  back();
  await expect.element(heading('マシン 12')).toBeVisible();
  await expect.element(secret()).not.toBeInTheDocument();
});

test('retires a machine permanently, after a warning about its linked member', async () => {
  await openMachine({ inUse: true });
  const retired = sampleMachine({ online: false, retiredAt: '2026-03-03T09:00:00.000Z' });
  answer(retireMachine, () => {
    answer(getStaffMachine, retired);
    return retired;
  });
  await press('撤去する');
  await expect.element(alertDialog()).toHaveTextContent('元に戻せません');
  await expect.element(alertDialog()).toHaveTextContent('使用中の会員の接続は、ここで終わります');
  await expectAccessible();
  await tapTwice(alertDialog().getByRole('button', { name: '撤去する' }));
  await expect.element(toast('マシンを撤去しました')).toBeVisible();
  await expect.element(page.getByText('撤去済み')).toBeVisible();
  await expect.element(button('撤去する')).not.toBeInTheDocument();
  expect(listCalls(retireMachine)).toHaveLength(1);
  await expectAccessible();
});

const inspection = { since: '2026-03-03T09:00:00.000Z', note: 'ワイヤーを確認' };

test('hints at a machine whose loads have changed, in the list and on its page', async () => {
  const sinceDay = addDays(toGymDay(new Date()), -14);
  const moved = { percent: 5.1, sinceDay };
  const items = [sampleMachine({ moved, rejectedToday: 2 }), sampleMachine({ id: 13, inspection })];
  answer(listStaffMachines, { items, nextCursor: null });
  answer(getStaffMachine, sampleMachine({ moved, offsetPercent: 4.2 }));
  await openAsStaff('/staff/machines');
  const rows = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect
    .element(rows.nth(0))
    .toHaveTextContent('受信エラー 2件（24時間）この2週間で約5%重くなりました');
  await expect.element(rows.nth(1)).toHaveTextContent('点検中');
  await expect.element(rows.nth(1)).not.toHaveTextContent('なりました');
  await expectAccessible();
  await rows.nth(0).click();
  await expect.element(page.getByText('この2週間で約5%重くなりました。')).toBeVisible();
  await expect.element(page.getByText('ほかのマシンより約4%重め')).toBeVisible();
  await expectAccessible();
});

test('begins an inspection once, with a note, and ends it', async () => {
  await openMachine({ inUse: true });
  answer(setMachineInspection, ({ body }) => {
    const changed = sampleMachine(body.inspection ? { inspection } : {});
    answer(getStaffMachine, changed);
    return changed;
  });
  await press('点検中にする');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toHaveTextContent('会員にこのマシンを案内しません');
  await expect.element(dialog).toHaveTextContent('使用中の会員の接続は、そのまま続きます');
  await expectAccessible();
  await page.getByLabelText('メモ（任意）').fill(' ワイヤーを確認 ');
  await tapTwice(dialog.getByRole('button', { name: '点検中にする' }));
  await expect.element(toast('点検中にしました')).toBeVisible();
  await expect.element(page.getByText('ワイヤーを確認')).toBeVisible();
  await expect.element(page.getByText('3月3日(火) 18:00から')).toBeVisible();
  await expectAccessible();
  await press('点検を終える');
  await expect.element(alertDialog()).toHaveTextContent('また会員に案内します');
  await tapTwice(alertDialog().getByRole('button', { name: '点検を終える' }));
  await expect.element(toast('点検を終えました')).toBeVisible();
  await expect.element(button('点検中にする')).toBeVisible();
  await expect.element(page.getByText('ワイヤーを確認')).not.toBeInTheDocument();
  expect(listCalls(setMachineInspection).map(({ body }) => body)).toEqual([
    { inspection: true, note: 'ワイヤーを確認' },
    { inspection: false },
  ]);
});

test('keeps the note of an inspection when the call was lost', async () => {
  await openMachine();
  answer(setMachineInspection, lost);
  await press('点検中にする');
  await page.getByLabelText('メモ（任意）').fill('ワイヤーを確認');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '点検中にする' }).click();
  await expect.element(dialog.getByText('ネットワークエラー')).toBeVisible();
  ignoreConsoleErrors('NetworkError');
  await expect.element(page.getByLabelText('メモ（任意）')).toHaveValue('ワイヤーを確認');
  await press('点検中にしない');
  await expect.element(button('点検中にする')).toBeVisible();
});

test('shows in the dialog that an inspection could not be ended', async () => {
  await openMachine({ inspection: { ...inspection, note: '' } });
  answer(setMachineInspection, rejectWith(404, 'not_found'));
  await press('点検を終える');
  await alertDialog().getByRole('button', { name: '点検を終える' }).click();
  await expect.element(alertDialog().getByRole('alert')).toBeVisible();
  ignoreConsoleErrors('status of 404');
  await press('点検を続ける');
  await expect.element(alertDialog()).not.toBeInTheDocument();
});

test('a label contains the code and instructions', async () => {
  await openMachine();
  await page.getByRole('link', { name: 'ラベルを印刷' }).click();
  await expect.element(heading('ラベルを印刷')).toBeVisible();
  const code = page.getByRole('img', { name: 'マシン 12 の接続ページのQRコード' });
  await expect.element(code).toBeVisible();
  await expect.element(page.getByText(/\/tanren-link\?machine=12$/)).toBeVisible();
  const label = page.getByRole('region', { name: '印刷の見本' });
  await expect.element(label).toHaveTextContent('6桁の数字を入力して始めます');
  await expectAccessible();
});

test('shows no label of a retired machine, and no page of an unknown one', async () => {
  answer(getStaffMachine, ({ params: { machineId } }) =>
    machineId === 9
      ? sampleMachine({ id: 9, retiredAt: '2026-02-01T00:00:00.000Z' })
      : rejectWith(404, 'not_found'),
  );
  const { go } = await openAsStaff('/staff/machines/9/label');
  await expect.element(heading('Page not found')).toBeVisible();
  for (const path of ['/staff/machines/2147483647', '/staff/machines/x']) {
    await go('/staff/overview');
    await expect.element(heading('業務一覧')).toBeVisible();
    await go(path);
    await expect.element(heading('Page not found')).toBeVisible();
  }
});

const field = (label: string) => page.getByLabelText(label);
const legPress = workoutTypes.find(({ name }) => name === 'レッグプレス');

test('adds a machine once, with the input and the defaults of its type', async () => {
  answer(listGyms, [{ ...sampleGym, name: 'TANREN 新宿' }]);
  answer(createMachine, { machine: sampleMachine(), secret: sampleSecret });
  await openAsStaff('/staff/machines');
  await page.getByRole('link', { name: 'マシンを追加する' }).click();
  await expect.element(heading('マシンを追加')).toBeVisible();
  await press('追加する');
  await expect.element(page.getByText('店舗を選んでください')).toBeVisible();
  await expect.element(page.getByText('種目を選んでください')).toBeVisible();
  await expectAccessible();
  await field('店舗').selectOptions('TANREN 新宿');
  await field('種目').selectOptions('レッグプレス');
  await field('最大の重量').fill('５');
  await press('追加する');
  await expect.element(page.getByText('最小の重量より大きくしてください')).toBeVisible();
  expect(listCalls(createMachine)).toEqual([]);
  await field('最大の重量').fill('２５０ｋｇ');
  await tapTwice(button('追加する'));
  await expect.element(heading('マシン 12 を追加しました')).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'マシンの前での手順' }))
    .toHaveTextContent('接続キーを入力します');
  await page.getByText('コマンドで設定する場合').click();
  await expect
    .element(field('マシンに入力する内容'))
    .toHaveTextContent(`--machine 12 --secret ${sampleSecret}`);
  expect(listCalls(createMachine).map(({ body }) => body)).toEqual([
    { gymId: sampleGym.id, workoutTypeId: legPress?.id, maxLoad: 250 },
  ]);
  await expectAccessible();
  // The secret is shown here and never again.
  await page.getByRole('link', { name: 'ラベルを印刷する' }).click();
  await expect.element(alertDialog()).toHaveTextContent('二度と表示できません');
});
