import type { BusHandler, MessageBus } from './message-bus.ts';

/** The same bus; `observe` hears of each shared message before its handler does. */
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
