import { listGyms } from '@tanren/contract/gyms';
import { createMachine } from '@tanren/contract/staff-machines';
import { workoutTypes } from '@tanren/domain/workout-types';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls } from '#test/support/answers.ts';
import { sampleGym } from '#test/reservations/gym-book.ts';
import { button, heading, press, tapTwice } from '#test/support/locators.ts';
import { sampleMachine, sampleSecret } from './staff-machines.ts';
import { alertDialog, openAsStaff } from '#test/staff/staff-page.ts';

const field = (label: string) => page.getByLabelText(label);
const legPress = workoutTypes.find(({ name }) => name === 'レッグプレス');

test('a machine is added once, with what was typed and the usual of its type', async () => {
  answer(listGyms, [{ ...sampleGym, name: 'TANREN 新宿' }]);
  answer(createMachine, { machine: sampleMachine(), secret: sampleSecret });
  await openAsStaff('/staff/machines');
  await page.getByRole('link', { name: 'マシンを追加する' }).click();
  await expect.element(heading('マシンを追加')).toBeVisible();
  await press('追加する');
  await expect.element(page.getByText('店舗を選んでください。')).toBeVisible();
  await expect.element(page.getByText('種目を選んでください。')).toBeVisible();
  await expectAccessible();
  await field('店舗').selectOptions('TANREN 新宿');
  await field('種目').selectOptions('レッグプレス');
  await field('最大の負荷').fill('５');
  await press('追加する');
  await expect.element(page.getByText('最小の負荷より大きくしてください。')).toBeVisible();
  expect(listCalls(createMachine)).toEqual([]);
  await field('最大の負荷').fill('２５０ｋｇ');
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
  // Its secret is shown here and never again.
  await page.getByRole('link', { name: 'ラベルを印刷する' }).click();
  await expect.element(alertDialog()).toHaveTextContent('二度と表示できません');
});
