import type { RouterHistory } from '@tanstack/react-router';

/** Goes one position back in the history, and waits until the browser is there. */
export function goBack(history: RouterHistory): Promise<void> {
  return new Promise((resolve) => {
    const stop = history.subscribe(() => {
      stop();
      resolve();
    });
    history.back({ ignoreBlocker: true });
  });
}
