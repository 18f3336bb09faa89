import type { AedesOptions, Client } from 'aedes';
import { type ClientIdentity, isAllowed, mayPublish } from '#mqtt/access-rules.ts';
import { type BrokerSession, describePeer } from './session.ts';

type AccessHooks = Required<
  Pick<AedesOptions, 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward' | 'published'>
>;

/** Creates the hooks in which the broker checks the access rules. */
export function createAccessHooks(
  sessionOf: (client: Client | null) => BrokerSession | undefined,
  rejectionLimit: number,
): AccessHooks {
  const identityOf = (client: Client | null): ClientIdentity | null =>
    sessionOf(client)?.identity ?? null;

  const reject = (client: Client | null, action: string, topic: string): void => {
    const session = sessionOf(client);
    if (session === undefined) return;
    session.refusals += 1;
    const shown = topic.slice(0, 100);
    session.peer.log.warn({ ...describePeer(session), action, topic: shown }, 'mqtt refused');
    if (session.refusals >= rejectionLimit) session.connection.stream.destroy();
  };

  return {
    authorizePublish(client, packet, done) {
      const identity = identityOf(client);
      if (identity !== null && mayPublish(identity, packet)) {
        sessionOf(client)?.connection.takeMessage();
        done(null);
        return;
      }
      reject(client, 'publish', packet.topic);
      done(new Error('not allowed'));
    },
    authorizeSubscribe(client, subscription, done) {
      const identity = identityOf(client);
      if (identity !== null && isAllowed(identity, 'subscribe', subscription.topic)) {
        done(null, subscription);
        return;
      }
      reject(client, 'subscribe', subscription.topic);
      done(null, null);
    },
    // This is a second check: whatever a client has subscribed to, it receives only allowed topics.
    authorizeForward(client, packet) {
      const identity = identityOf(client);
      return identity !== null && isAllowed(identity, 'receive', packet.topic) ? packet : null;
    },
    published(_packet, client, done) {
      sessionOf(client)?.connection.finishMessage();
      done(null);
    },
  };
}
