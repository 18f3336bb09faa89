import { onTestFinished } from 'vitest';

/** Simulates a service worker behind the page, so that stored answers replace lost ones. */
export function standWorker(): void {
  Object.defineProperty(navigator.serviceWorker, 'controller', {
    configurable: true,
    get: () => ({}),
  });
  onTestFinished(removeWorker);
}

export function removeWorker(): void {
  Reflect.deleteProperty(navigator.serviceWorker, 'controller');
}
