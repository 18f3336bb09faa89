import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

/** Creates a root in the page, for a component without the app. It is removed after the test. */
export function openRoot() {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  return { container, root };
}
