import type { QueryClient } from '@tanstack/react-query';
import { startOutbox } from '#lib/offline/outbox-sender.ts';
import { describeWrite } from './queued-writes.ts';

/**
 * Sends the waiting writes and updates the pages when one arrives in the background. It is loaded
 * after the page has been drawn. Returns a function that stops it.
 */
export function runOutbox(queryClient: QueryClient): () => void {
  return startOutbox({
    onSent: (write, answer) => {
      describeWrite(write).onSent(queryClient, write, answer);
    },
    onRejected: (write, rejection) =>
      describeWrite(write).onRejected(queryClient, write, rejection),
    lookUp: async (write) => (await describeWrite(write).lookUp?.(write)) ?? { kind: 'later' },
  });
}
