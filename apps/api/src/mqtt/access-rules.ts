import { machineTopic, machineUplinks, memberLiveTopic } from '@tanren/contract/machine-messages';

/** Whom a connection belongs to. */
export type ClientIdentity =
  | { readonly kind: 'machine'; readonly machineId: number }
  | { readonly kind: 'member'; readonly sub: string }
  | { readonly kind: 'server' };

type TopicAction = 'publish' | 'subscribe' | 'receive';

/**
 * Who may publish and subscribe to what. Topics are compared whole: a wildcard, a shared
 * subscription or `$SYS` equals none of them. `docs/decisions/0008-broker.md` has the table.
 */
export function isAllowed(client: ClientIdentity, action: TopicAction, topic: string): boolean {
  if (client.kind === 'server') return true;
  return listAllowedTopics(client)[action === 'publish' ? 'publish' : 'subscribe'].includes(topic);
}

interface AllowedTopics {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

function listAllowedTopics(client: Exclude<ClientIdentity, { kind: 'server' }>): AllowedTopics {
  if (client.kind === 'member') return { publish: [], subscribe: [memberLiveTopic(client.sub)] };
  const { machineId } = client;
  return {
    publish: machineUplinks.map((channel) => machineTopic(machineId, channel)),
    subscribe: [machineTopic(machineId, 'acks'), machineTopic(machineId, 'commands')],
  };
}

interface Publication {
  readonly topic: string;
  readonly qos: number;
  readonly retain: boolean;
}

/**
 * Also for last wills. Retained messages would outlive their machine, and the half-open
 * handshakes of QoS 2 would cost the broker memory that nothing here needs.
 */
export function mayPublish(client: ClientIdentity, { topic, qos, retain }: Publication): boolean {
  if (client.kind === 'server') return true;
  return !retain && qos < 2 && isAllowed(client, 'publish', topic);
}

/** Whom a user name of MQTT belongs to; null when it has neither form. */
export function parseUsername(username: string): ClientIdentity | null {
  if (/^[1-9]\d{0,8}$/.test(username)) return { kind: 'machine', machineId: Number(username) };
  const sub = /^member:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(username)?.[1];
  return sub === undefined ? null : { kind: 'member', sub };
}
