import { useSyncExternalStore } from 'react';
import { isNetworkError, OfflineError } from '#lib/errors.ts';

/*
 * Whether the server can be reached, as far as this page knows. The browser tells when there is
 * surely no network; in a cellar it often claims one that carries nothing, and then only a call
 * that ended without an answer tells.
 */

let answered = true;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function onBrowserEvent(): void {
  // Another network may have come: the next call will tell.
  answered = true;
  tell();
}

/** Whether a worker stands behind this page, and what is kept can be shown in place of an answer. */
export function hasWorker(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

/** Whether a page can be loaded now. A worker has the shell of every page on this device. */
export function canLoadPages(): boolean {
  return navigator.onLine || hasWorker();
}

/** Each call says whether an answer came, of whatever kind. */
export function noteAnswered(came: boolean): void {
  if (answered === came) return;
  answered = came;
  tell();
}

/** `no-network`: the browser knows of none. `no-answer`: it claims one, and no answer came by it. */
type NetworkState = 'online' | 'no-network' | 'no-answer';

/** Without a worker a failed call is reported where it failed. */
function getNetworkState(): NetworkState {
  if (!navigator.onLine) return 'no-network';
  return !answered && hasWorker() ? 'no-answer' : 'online';
}

export function isOffline(): boolean {
  return getNetworkState() !== 'online';
}

export function subscribeToNetwork(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('online', onBrowserEvent);
    addEventListener('offline', onBrowserEvent);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('online', onBrowserEvent);
    removeEventListener('offline', onBrowserEvent);
  };
}

export function useOffline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, isOffline, () => false);
}

export function useNetworkState(): NetworkState {
  return useSyncExternalStore(subscribeToNetwork, getNetworkState, () => 'online');
}

/**
 * For what cannot wait for a network: it is refused at once, in words. Only where there is surely
 * none: a doubtful network is worth the try.
 */
export function requireNetwork(what: string): void {
  if (!navigator.onLine) throw new OfflineError(what);
}

/** For what a page cannot be without: a lost network is told in the words of that page. */
export function namingWhat(what: string): (error: unknown) => never {
  return (error) => {
    throw !navigator.onLine && isNetworkError(error) ? new OfflineError(what) : error;
  };
}
