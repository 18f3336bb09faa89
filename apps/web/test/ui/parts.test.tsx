import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openRoot } from '#test/support/root.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { ChoiceField, ToggleChoice } from '#ui/forms/choice-fields.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SubmitButton } from '#ui/forms/form-page.tsx';
import { chip, Chips, segment, Segments } from '#ui/lists/chips.tsx';
import { EndlessList } from '#ui/lists/paged-list.tsx';

const choices = [
  { id: 'a', label: 'A' },
  { id: 'b', label: 'B' },
];

type Deliver = (...seen: readonly boolean[]) => void;

/** Replaces the browser's observer. The test decides which elements are visible. */
function watchObserver(): { deliver: Deliver } {
  const watched: { deliver: Deliver } = { deliver: () => {} };
  const real = globalThis.IntersectionObserver;
  class TestObserver {
    constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
      watched.deliver = (...seen) => {
        callback(seen.map((isIntersecting) => ({ isIntersecting })));
      };
    }
    observe() {}
    disconnect() {}
  }
  globalThis.IntersectionObserver = TestObserver as unknown as typeof IntersectionObserver;
  onTestFinished(() => {
    globalThis.IntersectionObserver = real;
  });
  return watched;
}

test('loads more when the end of the list leaves and returns within one observer callback', async () => {
  const observer = watchObserver();
  const loadMore = vi.fn<() => void>();
  const { container, root } = openRoot();
  root.render(
    <EndlessList hasMore busy={false} failed={false} loadMore={loadMore} skeleton={null}>
      <p>first</p>
    </EndlessList>,
  );
  await expect.poll(() => container.textContent).toContain('さらに表示する');
  observer.deliver(true, false);
  expect(loadMore).not.toHaveBeenCalled();
  observer.deliver(false, true);
  expect(loadMore).toHaveBeenCalledOnce();
});

test('a prerendered form shows that it is loading until the app is hydrated', async () => {
  const button = <SubmitButton busy={false}>ログイン</SubmitButton>;
  const container = document.createElement('div');
  container.innerHTML = renderToString(button);
  document.body.append(container);
  const shown = page.getByRole('button');
  await expect.element(shown).toHaveTextContent('読み込み中…');
  await expect.element(shown).toHaveAttribute('aria-busy', 'true');
  await expect.element(shown).toHaveAttribute('type', 'button');
  const root = hydrateRoot(container, button);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  await expect.element(shown).toHaveTextContent('ログイン');
  await expect.element(shown).toHaveAttribute('aria-busy', 'false');
  await expect.element(shown).toHaveAttribute('type', 'submit');
});

test('a chosen option looks the same in forms and among links', async () => {
  const { container, root } = openRoot();
  root.render(
    <>
      <Segments label="links">
        <a href="/" className={segment} aria-current="page">
          segment
        </a>
      </Segments>
      <ToggleChoice label="toggle" choices={choices} chosen="a" onChoose={() => {}} />
      <Chips label="filters" chosen="">
        <a href="/" className={chip} aria-current="page">
          chip
        </a>
      </Chips>
      <ChoiceField name="c" label="field" kind="checkbox" choices={choices} chosen={['a']} />
    </>,
  );
  await expect.element(page.getByText('segment')).toBeVisible();
  const look = (element: Element | null | undefined) => {
    if (!element) throw new Error('nothing is chosen');
    const { backgroundColor, color, borderRadius, fontWeight, minHeight } =
      getComputedStyle(element);
    return { backgroundColor, color, borderRadius, fontWeight, minHeight };
  };
  const [toggle, field] = [...container.querySelectorAll('label:has(:checked)')];
  expect(look(toggle)).toEqual(look(page.getByText('segment').element()));
  expect(look(field)).toEqual(look(page.getByText('chip').element()));
  expect(look(field)).not.toEqual(look(toggle));
});

test('a second back gesture leaves no invisible dialog', async () => {
  const { root } = openRoot();
  const nothing = () => {};
  root.render(
    <ConfirmDialog
      title="外しますか"
      keep="外さない"
      Icon={null}
      confirm="外す"
      busy
      onConfirm={nothing}
      onDismiss={nothing}
    >
      <p>記録を外します。</p>
    </ConfirmDialog>,
  );
  const dialog = page.getByRole('alertdialog', { name: '外しますか' });
  await expect.element(dialog).toBeVisible();
  // Android closes a dialog like this the second time, when it cannot be prevented.
  (dialog.element() as HTMLDialogElement).close();
  await expect.element(dialog).toBeVisible();
  root.render(null);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a hint or an error does not change the distance between fields', async () => {
  const { container, root } = openRoot();
  const draw = (error?: string) => {
    root.render(
      <form style={{ display: 'grid', gap: 12 }}>
        <TextField name="a" label="a" error={error} />
        <TextField name="b" label="b" error={error} hint="hint" />
        <ChoiceField name="c" label="c" kind="radio" choices={choices} chosen={[]} error={error} />
        <TextField name="d" label="d" />
      </form>,
    );
  };
  const find = (selector: string) => {
    const found = container.querySelector(selector);
    if (found === null) throw new Error(`no ${selector}`);
    return found.getBoundingClientRect();
  };
  draw();
  await expect.poll(() => container.querySelector('[name=d]')).not.toBeNull();
  const fields = [...container.querySelectorAll('[data-field]')];
  const tops = () => fields.map((field) => field.getBoundingClientRect().top);
  const [, b = 0, c = 0, d = 0] = tops();
  const distances = [
    b - find('[name=a]').bottom,
    c - find('[id$=-hint]').bottom,
    d - find('label:has([value=b])').bottom,
  ];
  expect(Math.max(...distances) - Math.min(...distances)).toBeLessThanOrEqual(8);
  const before = tops();
  draw('wrong');
  await expect.poll(() => container.querySelectorAll('[id$=-error]').length).toBe(3);
  expect(tops()).toEqual(before);
  // The error replaces the hint.
  expect(container.textContent).not.toContain('hint');
});
