import type { BusHandler, BusMessage } from './message-bus.ts';

/**
 * Hands messages to the handler one after the other. `done` is called when the handler is
 * through with its message, which is what lets the sender go on. A handler that fails has
 * lost its message, not the subscription.
 */
export function deliverInTurn(
  handler: BusHandler,
): (message: BusMessage, done: () => void) => void {
  let last = Promise.resolve();
  const deliver = async (before: Promise<void>, message: BusMessage, done: () => void) => {
    await before;
    try {
      await handler(message);
    } catch {
      // Handlers log their own failures.
    }
    done();
  };
  return (message, done) => {
    last = deliver(last, message, done);
  };
}
