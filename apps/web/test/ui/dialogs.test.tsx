import { IconLinkOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { openRoot } from '#test/support/root.ts';
import { AlertDialog, ConfirmDialog, DeleteDialog } from '#ui/dialogs/dialogs.tsx';
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';

const nothing = () => {};
const question = { title: 'よろしいですか', onConfirm: nothing, onDismiss: nothing };

const dialogs = {
  deletes: <DeleteDialog {...question}>消えます。</DeleteDialog>,
  ends: (
    <ConfirmDialog {...question} keep="解除しない" confirm="解除する" Icon={IconLinkOff}>
      見られなくなります。
    </ConfirmDialog>
  ),
  proceeds: (
    <ConfirmDialog {...question} keep="予約しない" confirm="予約する" Icon={null}>
      予約します。
    </ConfirmDialog>
  ),
  'ends with a reason': (
    <ReasonDialog
      title="差し戻しますか"
      lead="元の記録のままになります。"
      label="理由"
      hint="会員が読みます。"
      max={100}
      count={(text) => text.length}
      cancel="差し戻さない"
      confirm="差し戻す"
      confirming="差し戻しています…"
      Icon={IconLinkOff}
      submit={async () => {}}
      explain={() => ''}
      onDismiss={nothing}
    />
  ),
  informs: (
    <AlertDialog
      title="完了しました"
      onDismiss={nothing}
      actions={<PrimaryButton variant="default">OK</PrimaryButton>}
    >
      終わりました。
    </AlertDialog>
  ),
} satisfies Record<string, ReactNode>;

type Name = keyof typeof dialogs;

const names = Object.keys(dialogs) as Name[];
const red = 'rgb(206, 23, 30)';

async function open(name: Name): Promise<HTMLDialogElement> {
  const { root } = openRoot();
  root.render(dialogs[name]);
  await expect.poll(() => document.querySelector('dialog[open]')).not.toBeNull();
  const dialog = document.querySelector('dialog');
  if (dialog === null) throw new Error('no dialog');
  await Promise.all(dialog.getAnimations().map(({ finished }) => finished));
  return dialog;
}

const buttonsOf = (dialog: Element) => [...dialog.querySelectorAll('button')];

beforeEach(async () => {
  await page.viewport(390, 844);
});

test.each(names)('a dialog that %s has red only on the next step', async (name) => {
  const dialog = await open(name);
  const isRed = buttonsOf(dialog).map((button) => {
    const { backgroundColor, borderColor } = getComputedStyle(button);
    return backgroundColor === red || borderColor === red;
  });
  expect(isRed).toEqual(name === 'proceeds' ? [false, true] : isRed.map(() => false));
  const ends = name === 'deletes' || name.startsWith('ends');
  expect(dialog.querySelectorAll('button svg')).toHaveLength(ends ? 1 : 0);
  await expectAccessible();
});

test.each(names)('a dialog that %s rises from the bottom of a phone', async (name) => {
  const dialog = await open(name);
  const { left, right, bottom } = dialog.getBoundingClientRect();
  expect([left, right, bottom]).toEqual([0, 390, 844]);
  const tops = buttonsOf(dialog).map((button) => button.getBoundingClientRect().top);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  await page.viewport(1280, 800);
  await expect.poll(() => dialog.getBoundingClientRect().left).toBe(400);
  const { top, height } = dialog.getBoundingClientRect();
  expect(top).toBeCloseTo((800 - height) / 2, 0);
});

test('the way out has the focus, and Escape answers like it', async () => {
  const dismiss = vi.fn<() => void>();
  const { root } = openRoot();
  root.render(
    <DeleteDialog {...question} onDismiss={dismiss}>
      消えます。
    </DeleteDialog>,
  );
  await expect.element(page.getByRole('button', { name: '削除しない' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(dismiss).toHaveBeenCalledOnce();
});
