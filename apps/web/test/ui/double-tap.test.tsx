import { type ReactNode, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button } from '#test/support/locators.ts';
import { openRoot } from '#test/support/root.ts';
import { tapTwiceAt } from '#test/support/pointer.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { showToast, Toasts } from '#ui/feedback/toasts.tsx';
import { useFingerShield } from '#ui/tap-shield.ts';

const gaps = [0, 100, 350];

/** Renders a page that is one large button, with the children on top. */
function renderOver(children: ReactNode) {
  const beneath = vi.fn<() => void>();
  const { root } = openRoot();
  root.render(
    <>
      <button type="button" style={{ position: 'fixed', inset: 0 }} onClick={beneath}>
        beneath
      </button>
      {children}
    </>,
  );
  return beneath;
}

function Question({ onConfirm }: { readonly onConfirm: () => void }) {
  const [open, setOpen] = useState(true);
  if (!open) return null;
  return (
    <ConfirmDialog
      title="削除しますか"
      Icon={null}
      keep="削除しない"
      confirm="削除する"
      onConfirm={() => {
        onConfirm();
        setOpen(false);
      }}
      onDismiss={() => {
        setOpen(false);
      }}
    >
      <p>元に戻せません。</p>
    </ConfirmDialog>
  );
}

test.each(gaps)('a second tap %i ms after a dialog was answered does nothing', async (gapMs) => {
  const confirm = vi.fn<() => void>();
  const beneath = renderOver(<Question onConfirm={confirm} />);
  await tapTwiceAt(button('削除する'), gapMs);
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(confirm).toHaveBeenCalledOnce();
  expect(beneath).not.toHaveBeenCalled();
  // The page below can be tapped again after a moment.
  await button('beneath').click();
  expect(beneath).toHaveBeenCalledOnce();
});

function AsksOnTap({ onConfirm }: { readonly onConfirm: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        style={{ position: 'fixed', inset: 0 }}
        onClick={() => {
          setOpen(true);
        }}
      >
        ask
      </button>
      {open ? <Question onConfirm={onConfirm} /> : null}
    </>
  );
}

test.each(gaps)('a second tap after %i ms does not answer the dialog it opened', async (gapMs) => {
  const confirm = vi.fn<() => void>();
  renderOver(<AsksOnTap onConfirm={confirm} />);
  // The last button of the dialog appears in the middle of the screen, where the finger is.
  const style = document.createElement('style');
  style.textContent = 'dialog { inset-block: auto calc(50% - 50px); }';
  document.head.append(style);
  onTestFinished(() => {
    style.remove();
  });
  await tapTwiceAt(button('ask'), gapMs);
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toBeVisible();
  expect(confirm).not.toHaveBeenCalled();
  const box = dialog.getByRole('button', { name: '削除する' }).element().getBoundingClientRect();
  expect(box.top).toBeLessThan(innerHeight / 2);
  expect(box.bottom).toBeGreaterThan(innerHeight / 2);
});

test.each(gaps)('a second tap %i ms after an undo toast was used does nothing', async (gapMs) => {
  const beneath = renderOver(<Toasts />);
  const undo = vi.fn<() => void>();
  showToast('削除しました', 'x', { label: '元に戻す', run: undo });
  await tapTwiceAt(button('元に戻す'), gapMs);
  await expect.element(button('元に戻す')).not.toBeInTheDocument();
  expect(undo).toHaveBeenCalledOnce();
  expect(beneath).not.toHaveBeenCalled();
});

test.each(gaps)('a second tap after %i ms does not use the undo toast it opened', async (gapMs) => {
  const undo = vi.fn<() => void>();
  renderOver(
    <>
      <button
        type="button"
        style={{ position: 'fixed', right: 20, bottom: 90, width: 100, height: 60 }}
        onClick={() => {
          showToast('削除しました', 'x', { label: '元に戻す', run: undo });
        }}
      >
        act
      </button>
      <Toasts />
    </>,
  );
  await tapTwiceAt(button('act'), gapMs, async () => {
    await expect.element(button('元に戻す')).toBeVisible();
  });
  expect(undo).not.toHaveBeenCalled();
  const [acted, shown] = ['act', '元に戻す'].map((name) =>
    button(name).element().getBoundingClientRect(),
  );
  const middle = (acted?.top ?? 0) + 30;
  expect(shown?.top).toBeLessThan(middle);
  expect(shown?.bottom).toBeGreaterThan(middle);
});

test('the keyboard acts on the page as soon as a dialog has closed', async () => {
  const confirm = vi.fn<() => void>();
  const beneath = renderOver(<Question onConfirm={confirm} />);
  await expect.element(button('削除しない')).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  expect(confirm).toHaveBeenCalledOnce();
  button('beneath').element().focus();
  await userEvent.keyboard('{Enter}');
  expect(beneath).toHaveBeenCalledOnce();
});

function Turning({ onStart, onEnd }: { readonly onStart: () => void; readonly onEnd: () => void }) {
  const [runs, setRuns] = useState(false);
  useFingerShield(runs);
  return (
    <button
      type="button"
      style={{ position: 'fixed', inset: 0 }}
      onClick={() => {
        (runs ? onEnd : onStart)();
        setRuns(!runs);
      }}
    >
      {runs ? 'end' : 'start'}
    </button>
  );
}

test.each(gaps)('a second tap after %i ms does not do the opposite of the first', async (gapMs) => {
  const [start, end] = [vi.fn<() => void>(), vi.fn<() => void>()];
  renderOver(<Turning onStart={start} onEnd={end} />);
  await tapTwiceAt(button('start'), gapMs);
  expect(start).toHaveBeenCalledOnce();
  expect(end).not.toHaveBeenCalled();
});
