import { isListener, listenerTopic } from '#mqtt/access-rules.ts';
import type { EndSubscription, MessageBus } from '#mqtt/message-bus.ts';
import type { BrokerSession } from './session.ts';
import type { Broker } from './broker.ts';

/**
 * Members and staff connect to this node, machines to a configured broker: what that one has for
 * whoever is here is fetched from it, from sign-in until the last page that listens is closed.
 */
export function bridgeMembers(
  gateway: Pick<Broker, 'watch' | 'forward'>,
  bus: Pick<MessageBus, 'subscribe'>,
): void {
  const bridges = new Map<string, { users: number; ready: Promise<EndSubscription> }>();

  const leave = async (topic: string): Promise<void> => {
    const bridge = bridges.get(topic);
    if (bridge === undefined) return;
    bridge.users -= 1;
    if (bridge.users > 0) return;
    bridges.delete(topic);
    await bridge.ready.then((end) => end()).catch(() => undefined);
  };

  gateway.watch({
    /** Before the page is told of the sign-in, so that nothing is missed after it. */
    async onSignIn({ identity }: BrokerSession) {
      if (!isListener(identity)) return;
      const topic = listenerTopic(identity);
      const bridge = bridges.get(topic) ?? {
        users: 0,
        ready: bus.subscribe(topic, ({ payload }) => gateway.forward(topic, payload)),
      };
      bridges.set(topic, bridge);
      bridge.users += 1;
      await bridge.ready;
    },
    onSignedOut({ identity }) {
      if (isListener(identity)) void leave(listenerTopic(identity));
    },
  });
}
