import { useSyncExternalStore } from 'react';
import { isNetworkError, OfflineError } from '#lib/errors.ts';

/*
 * Whether the server can be reached, as far as this page knows. The browser reports when there is
 * certainly no network. In a cellar it often reports one that does not work; then only a call
 * without an answer shows it.
 */

let answered = true;
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function onBrowserEvent(): void {
  // The network may have changed. The next call will show whether it works.
  answered = true;
  notifyListeners();
}

/** Returns whether a service worker controls this page, so that stored answers can be shown. */
export function hasWorker(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

/**
 * Returns whether a page can be loaded now. A service worker has the shell of every page on this
 * device.
 */
export function canLoadPages(): boolean {
  return navigator.onLine || hasWorker();
}

/** Records after each call whether any answer arrived. */
export function recordAnswered(came: boolean): void {
  if (answered === came) return;
  answered = came;
  notifyListeners();
}

/**
 * `no-network`: the browser reports no network. `no-answer`: it reports one, but a call got no
 * answer.
 */
type NetworkState = 'online' | 'no-network' | 'no-answer';

/**
 * Returns the state of the network. Without a service worker a failed call is reported where it
 * failed, so it does not change the state.
 */
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
 * Rejects an action that cannot wait for a network. It does so only when the browser reports no
 * network: an uncertain network is worth a try.
 */
export function requireNetwork(what: string): void {
  if (!navigator.onLine) throw new OfflineError(what);
}

/**
 * Returns a handler that names `what` in the error when data that a page needs cannot be loaded
 * without a network.
 */
export function namingWhat(what: string): (error: unknown) => never {
  return (error) => {
    throw !navigator.onLine && isNetworkError(error) ? new OfflineError(what) : error;
  };
}
