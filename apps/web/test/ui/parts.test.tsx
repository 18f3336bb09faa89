import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SubmitButton } from '#ui/forms/form-page.tsx';
import { EndlessList } from '#ui/lists/paged-list.tsx';

type Deliver = (...seen: readonly boolean[]) => void;

/** The browser's observer, told by the test what has come into sight. */
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

test('its end that left and came back within one notice of the browser asks for more', async () => {
  const observer = watchObserver();
  const loadMore = vi.fn<() => void>();
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
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

test('of a prerendered form it says that it is loading until the app has taken over', async () => {
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
