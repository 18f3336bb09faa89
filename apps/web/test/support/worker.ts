import { onTestFinished } from 'vitest';

/** As if a worker stood behind the page: what is kept is shown in place of lost answers. */
export function standWorker(): void {
  Object.defineProperty(navigator.serviceWorker, 'controller', {
    configurable: true,
    get: () => ({}),
  });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator.serviceWorker, 'controller');
  });
}
