import {
  getStaffFloor,
  saveStaffFloor,
  type StaffFloor,
} from '@tanren/contract/machines/gym-floor';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sampleStaffFloor } from '#test/samples/floors.ts';
import { endTapShields } from '#test/support/pointer.ts';
import { openAsStaff } from '#test/staff/staff-page.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { button, heading, press, toast } from '#test/support/locators.ts';

const place = (machineId: number, column: number, row: number) => ({
  machineId,
  workoutTypeId: machineId,
  column,
  row,
});

/** Answers like a server with versions. */
function keepFloor(floor = sampleStaffFloor()) {
  let current = floor;
  answer(getStaffFloor, () => current);
  answer(saveStaffFloor, ({ body: { version, machines } }) => {
    if (version !== current.version) return rejectWith(409, 'stale_version');
    const placed = machines.map((one) => ({ ...one, workoutTypeId: one.machineId }));
    current = { ...current, version: version + 1, machines: placed };
    return current;
  });
  return {
    /** Saves another plan, as a colleague would. */
    change: (machines: StaffFloor['machines']) => {
      current = { ...current, version: current.version + 1, machines };
    },
    places: () => current.machines.map(({ machineId, column, row }) => [machineId, column, row]),
  };
}

async function openEditor(floor?: StaffFloor) {
  const kept = keepFloor(floor);
  await openAsStaff('/staff/gyms/1/floor');
  await expect.element(heading('TANREN 神田')).toBeVisible();
  return kept;
}

const tile = (machineId: number) =>
  page.getByRole('list', { name: 'マシンの配置' }).getByRole('button', {
    name: new RegExp(`^マシン${machineId}・`),
  });
const told = async (text: string) => {
  await expect.element(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
};
const save = () => press('配置を保存する');

test('moves a machine with the keyboard, tells where it is and saves', async () => {
  const { places } = await openEditor();
  await expectAccessible();
  expectNoSidewaysScroll();
  tile(1).element().focus();
  await userEvent.keyboard(' ');
  await told('マシン1を持ち上げました。左から1・上から1です。');
  await userEvent.keyboard('{ArrowDown}');
  await told('マシン1：左から1・上から2');
  // The grid ends here.
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}');
  await told('マシン1：左から2・上から2');
  await userEvent.keyboard(' ');
  await told('マシン1を左から2・上から2に置きました。');
  await expect.element(tile(1)).toHaveAccessibleName('マシン1・チェストプレス・左から2・上から2');
  await save();
  await expect.element(toast('マシンの配置を保存しました')).toBeVisible();
  expect(places()).toEqual([
    [1, 2, 2],
    [2, 2, 1],
    [3, 6, 2],
  ]);
});

test('Escape puts a machine back', async () => {
  await openEditor();
  tile(2).element().focus();
  await userEvent.keyboard(' ');
  await told('マシン2を持ち上げました。左から2・上から1です。');
  await userEvent.keyboard('{ArrowRight}');
  await told('マシン2：左から3・上から1');
  await userEvent.keyboard('{Escape}');
  await told('マシン2を元の位置に戻しました。');
  await expect.element(tile(2)).toHaveAccessibleName(/左から2・上から1$/);
});

test('a machine that is dragged onto another changes places with it', async () => {
  await openEditor();
  // A shield over the grid would take the pointer.
  endTapShields();
  await userEvent.dragAndDrop(tile(1), tile(3), { steps: 10 });
  await told('マシン1を左から6・上から2に置きました。マシン3と入れ替えました。');
  await expect.element(tile(1)).toHaveAccessibleName(/左から6・上から2$/);
  await expect.element(tile(3)).toHaveAccessibleName(/左から1・上から1$/);
});

test('puts the machines into rows by number', async () => {
  const { places } = await openEditor();
  await press('番号順に並べる');
  await save();
  await expect.element(toast('マシンの配置を保存しました')).toBeVisible();
  expect(places()).toEqual([
    [1, 1, 1],
    [2, 2, 1],
    [3, 3, 1],
  ]);
});

test("shows a colleague's plan before replacing it", async () => {
  const { change, places } = await openEditor();
  await press('番号順に並べる');
  change([place(1, 4, 4), place(2, 2, 1), place(3, 6, 2)]);
  await save();
  await expect.element(heading('TANREN 神田')).toBeVisible();
  const question = page.getByRole('region', { name: 'ほかのスタッフが配置を変更しています' });
  await expect.element(question).toHaveTextContent('マシン1：左から4・上から4');
  await expectAccessible();
  await press('自分の内容で上書きする');
  await expect.element(toast('マシンの配置を保存しました')).toBeVisible();
  expect(places()).toEqual([
    [1, 1, 1],
    [2, 2, 1],
    [3, 3, 1],
  ]);
  change([place(1, 1, 1), place(2, 5, 5), place(3, 3, 1)]);
  tile(1).element().focus();
  await userEvent.keyboard(' ');
  await told('マシン1を持ち上げました。左から1・上から1です。');
  await userEvent.keyboard('{ArrowDown}');
  await told('マシン1：左から1・上から2');
  await userEvent.keyboard(' ');
  await save();
  await press('最新の内容を読み込む');
  await expect.element(tile(2)).toHaveAccessibleName(/左から5・上から5$/);
  await expect.element(tile(1)).toHaveAccessibleName(/左から1・上から1$/);
});

test('asks before unsaved changes are lost', async () => {
  await openEditor();
  await press('番号順に並べる');
  await page.getByRole('link', { name: '店舗の一覧に戻る' }).click();
  await expect.element(page.getByRole('alertdialog')).toHaveTextContent('保存せずに移動しますか');
  await press('編集を続ける');
  await expect.element(button('配置を保存する')).toBeVisible();
});

test('a gym without machines offers to add one, and a foreign gym is not found', async () => {
  await openEditor(sampleStaffFloor({ machines: [] }));
  await expect.element(page.getByRole('link', { name: 'マシンを追加する' })).toBeVisible();
  answer(getStaffFloor, rejectWith(404, 'not_found'));
  await openAsStaff('/staff/gyms/9/floor');
  await expect.element(page.getByText('ページが見つかりません')).toBeVisible();
  expect(listCalls(saveStaffFloor)).toEqual([]);
});
