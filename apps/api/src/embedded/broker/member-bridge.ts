import { memberLiveTopic } from '@tanren/contract/machine-messages';
import type { EndSubscription, MessageBus } from '#mqtt/message-bus.ts';
import type { BrokerSession } from './session.ts';
import type { Broker } from './broker.ts';

/**
 * Members connect to this node, their machines to a configured broker: what that one has for
 * a member who is here is fetched from it, from sign-in until the last page is closed.
 */
export function bridgeMembers(
  gateway: Pick<Broker, 'watch' | 'forward'>,
  bus: Pick<MessageBus, 'subscribe'>,
): void {
  const bridges = new Map<string, { users: number; ready: Promise<EndSubscription> }>();

  const leave = async (sub: string): Promise<void> => {
    const bridge = bridges.get(sub);
    if (bridge === undefined) return;
    bridge.users -= 1;
    if (bridge.users > 0) return;
    bridges.delete(sub);
    await bridge.ready.then((end) => end()).catch(() => undefined);
  };

  gateway.watch({
    /** Before the member is told of the sign-in, so that nothing is missed after it. */
    async onSignIn({ identity }: BrokerSession) {
      if (identity?.kind !== 'member') return;
      const { sub } = identity;
      const bridge = bridges.get(sub) ?? {
        users: 0,
        ready: bus.subscribe(memberLiveTopic(sub), ({ topic, payload }) => {
          gateway.forward(topic, payload);
        }),
      };
      bridges.set(sub, bridge);
      bridge.users += 1;
      await bridge.ready;
    },
    onSignedOut({ identity }) {
      if (identity?.kind === 'member') void leave(identity.sub);
    },
  });
}
