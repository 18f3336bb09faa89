interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/**
 * There is a network again. The worker has no token and gets none: it would be a second copy of what
 * opens the account, and two that renew it at once look like a thief to the user pool. So it wakes
 * the pages that are open, in the background too; without one, the next that opens sends.
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
