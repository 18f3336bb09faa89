import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
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
