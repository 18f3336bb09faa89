/** One message as it arrived. The payload may be any bytes that a client sent. */
export interface BusMessage {
  readonly topic: string;
  readonly payload: Buffer;
  /** The trace of an MQTT 5 sender, as it writes it. It may be any text. */
  readonly traceparent?: unknown;
  /** Runs work that waited as a part of the message's trace. Absent while traces are off. */
  readonly runInContext?: (<T>(run: () => T) => T) | undefined;
}

/**
 * Handles a message. While the returned promise is pending, no further message of that subscription
 * is taken from the broker, so a handler can bound its queue.
 */
export type BusHandler = (message: BusMessage) => void | Promise<void>;

export type EndSubscription = () => Promise<void>;

interface PublishOptions {
  readonly qos: 0 | 1;
  /**
   * Whether the message answers one of a shared subscription. With a broker that cannot share, every
   * node answers, so the answer then goes only to the subscribers of this node.
   */
  readonly relayed?: boolean;
}

/**
 * Interface through which the server itself publishes and subscribes, with the embedded or a
 * configured broker.
 */
export interface MessageBus {
  /** Rejects when the broker cannot be reached. With QoS 0 the message is then dropped silently. */
  publish(topic: string, message: object, options: PublishOptions): Promise<void>;
  /**
   * Subscribes so that each message reaches one of several nodes (a shared subscription), also
   * after reconnects. A broker that cannot share delivers each message to every node, so handlers
   * must allow that. Returns a function that ends the subscription, after which other nodes get the
   * messages.
   */
  subscribeShared(pattern: string, qos: 0 | 1, handler: BusHandler): Promise<EndSubscription>;
  /**
   * Subscribes so that every node gets every message. Returns a function that ends the
   * subscription.
   */
  subscribe(topic: string, handler: BusHandler): Promise<EndSubscription>;
  /**
   * Reports machines that ping the broker. `undefined` with a configured broker, which answers
   * pings itself.
   */
  readonly onPing?: (notify: (machineId: number) => void) => void;
  /** Returns whether messages can pass now, for the readiness check. */
  isConnected(): boolean;
  close(): Promise<void>;
}

/** Returns the same bus, which calls `observe` with each shared message before its handler. */
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
 * Passes messages to the handler one after the other. `done` is called when the handler has
 * finished, so that the sender can send the next one. When a handler fails, that message is lost
 * and the subscription stays.
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
