import { isListener, listenerTopic } from '#mqtt/access-rules.ts';
import type { EndSubscription, MessageBus } from '#mqtt/message-bus.ts';
import type { BrokerSession } from './session.ts';
import type { Broker } from './broker.ts';

/**
 * Forwards live messages to pages. Pages of members and staff connect to this node, machines to a
 * configured broker. This node subscribes there to the topic of a listener from the sign-in until
 * its last page is closed.
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
    /** Runs before the page gets the answer to its sign-in, so that it misses no later message. */
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
