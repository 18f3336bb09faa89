/** One message as it arrived; the payload is whatever a client sent. */
export interface BusMessage {
  readonly topic: string;
  readonly payload: Buffer;
}

/**
 * Takes a message. While the returned promise is pending, no further message of that
 * subscription is taken from the broker: whoever queues bounds the queue by it.
 */
export type BusHandler = (message: BusMessage) => void | Promise<void>;

export type EndSubscription = () => Promise<void>;

interface PublishOptions {
  readonly qos: 0 | 1;
}

/** How the server itself publishes and subscribes, with the embedded or a configured broker. */
export interface MessageBus {
  /** Rejects when the broker is not there; QoS 0 then gives up quietly. */
  publish(topic: string, message: object, options: PublishOptions): Promise<void>;
  /**
   * Of several nodes each message reaches one (a shared subscription). Stays subscribed
   * across reconnects. The returned function ends it, and other nodes get the messages.
   */
  subscribeShared(pattern: string, qos: 0 | 1, handler: BusHandler): Promise<EndSubscription>;
  /** Every subscribed node gets every message. The returned function ends it. */
  subscribe(topic: string, handler: BusHandler): Promise<EndSubscription>;
  /**
   * Tells of machines that ping the broker because they have nothing to say. Absent where the broker
   * is not ours: it answers pings by itself.
   */
  readonly onPing?: (tell: (machineId: number) => void) => void;
  /** For readiness: whether messages pass now. */
  isConnected(): boolean;
  close(): Promise<void>;
}

/** The same bus; `observe` is called with each shared message before its handler. */
export function observeBus(bus: MessageBus, observe: (topic: string) => void): MessageBus {
  const observed =
    (handler: BusHandler): BusHandler =>
    (message) => {
      observe(message.topic);
      return handler(message);
    };
  return {
    ...bus,
    subscribeShared: (pattern, qos, handler) =>
      bus.subscribeShared(pattern, qos, observed(handler)),
  };
}

/**
 * Hands messages to the handler one after the other. `done` is called when the handler has
 * finished with its message, which asks the sender for the next one. A handler that fails loses
 * that message and keeps the subscription.
 */
export function deliverSequentially(
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
