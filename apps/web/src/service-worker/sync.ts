interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/**
 * Wakes the open pages when the network is back, also in the background. If none is open, the next
 * one sends the outbox. The worker gets no token: a second copy could open the account, and two
 * renewals at once look like theft to the user pool.
 */
export function listenToSync(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('sync' as 'message', (event) => {
    const { tag } = event as unknown as SyncEvent;
    if (tag === 'outbox') event.waitUntil(wakePages(worker));
  });
}

async function wakePages(worker: ServiceWorkerGlobalScope): Promise<void> {
  for (const page of await worker.clients.matchAll({ type: 'window' })) {
    page.postMessage({ type: 'send-outbox' }, []);
  }
}
