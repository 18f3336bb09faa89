import type { Aedes, AedesPublishPacket } from 'aedes';
import { type BusHandler, deliverSequentially, type MessageBus } from '#mqtt/message-bus.ts';

/** Creates the server's message bus over the broker in its own process. */
export function createBrokerBus(broker: Aedes): MessageBus {
  const listen = async (topic: string, handler: BusHandler) => {
    const deliver = deliverSequentially(handler);
    const take = ({ topic: at, payload }: AedesPublishPacket, done: () => void) => {
      deliver({ topic: at, payload: toBuffer(payload) }, done);
    };
    await new Promise<void>((resolve) => broker.subscribe(topic, take, resolve));
    return () => new Promise<void>((resolve) => broker.unsubscribe(topic, take, resolve));
  };
  return {
    /**
     * Resolves when the broker has the message. It does not wait for subscribers, because one may
     * keep its connection open and read nothing.
     */
    async publish(topic, message, { qos }) {
      if (broker.closed) {
        if (qos === 0) return;
        throw new Error('the broker is closed');
      }
      const payload = Buffer.from(JSON.stringify(message));
      broker.publish({ cmd: 'publish', topic, payload, qos, dup: false, retain: false }, () => {});
    },
    // The embedded broker has only this node, which receives every message anyway.
    subscribeShared: (pattern, _qos, handler) => listen(pattern, handler),
    subscribe: listen,
    isConnected: () => !broker.closed,
    close: () => new Promise<void>((resolve) => broker.close(() => resolve())),
  };
}

function toBuffer(payload: string | Buffer): Buffer {
  return typeof payload === 'string' ? Buffer.from(payload) : payload;
}
