import { gymTopic } from '@tanren/contract/booking/gym-messages';
import {
  machineChannels,
  machineTopic,
  machineUplinks,
  memberLiveTopic,
} from '@tanren/contract/machines/machine-messages';

/** Owner of a connection. */
export type ClientIdentity =
  | { readonly kind: 'machine'; readonly machineId: number }
  /** The lock of a gym. */
  | { readonly kind: 'door'; readonly gymId: number }
  | { readonly kind: 'member'; readonly sub: string }
  /** Staff who have the board of a gym open. */
  | { readonly kind: 'board'; readonly gymId: number; readonly sub: string }
  /** An operator's command that records the messages of a machine, see `commands/record.ts`. */
  | { readonly kind: 'recorder'; readonly machineId: number }
  | { readonly kind: 'server' };

type TopicAction = 'publish' | 'subscribe' | 'receive';

/**
 * Returns whether a client may publish or subscribe to a topic. Topics are compared as a whole, so
 * a wildcard, a shared subscription or `$SYS` never matches. `docs/decisions/0008-broker.md` has
 * the table.
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
  switch (client.kind) {
    case 'machine':
      return {
        publish: machineUplinks.map((channel) => machineTopic(client.machineId, channel)),
        subscribe: [
          machineTopic(client.machineId, 'acks'),
          machineTopic(client.machineId, 'commands'),
        ],
      };
    case 'door':
      return {
        publish: [gymTopic(client.gymId, 'door')],
        subscribe: [gymTopic(client.gymId, 'door/acks')],
      };
    case 'member':
    case 'board':
      return { publish: [], subscribe: [listenerTopic(client)] };
    case 'recorder':
      return { publish: [], subscribe: listMachineTopics(client.machineId) };
  }
}

export function listMachineTopics(machineId: number): string[] {
  return machineChannels.map((channel) => machineTopic(machineId, channel));
}

/** Clients that only listen to one topic: pages of members and of staff. */
export type ListenerIdentity = Extract<ClientIdentity, { kind: 'member' | 'board' }>;

export function isListener(client: ClientIdentity | null): client is ListenerIdentity {
  return client?.kind === 'member' || client?.kind === 'board';
}

export function listenerTopic(listener: ListenerIdentity): string {
  return listener.kind === 'member'
    ? memberLiveTopic(listener.sub)
    : gymTopic(listener.gymId, 'board');
}

interface Publication {
  readonly topic: string;
  readonly qos: number;
  readonly retain: boolean;
}

/**
 * Returns whether a client may publish a message or leave it as its last will. Retained messages
 * would outlive their machine, and open handshakes of QoS 2 would use memory of the broker without
 * any benefit.
 */
export function mayPublish(client: ClientIdentity, { topic, qos, retain }: Publication): boolean {
  if (client.kind === 'server') return true;
  return !retain && qos < 2 && isAllowed(client, 'publish', topic);
}

const number = '([1-9]\\d{0,8})';
const account = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const doorName = new RegExp(`^door-${number}$`);
const recorderName = new RegExp(`^recorder-${number}$`);
const memberName = new RegExp(`^member:${account}$`);
const boardName = new RegExp(`^board:${number}:${account}$`);

/** Returns the owner of an MQTT user name. `null` when the name has none of the known forms. */
export function parseUsername(username: string): ClientIdentity | null {
  if (/^[1-9]\d{0,8}$/.test(username)) return { kind: 'machine', machineId: Number(username) };
  const [, doorGym] = doorName.exec(username) ?? [];
  if (doorGym !== undefined) return { kind: 'door', gymId: Number(doorGym) };
  const [, recorded] = recorderName.exec(username) ?? [];
  if (recorded !== undefined) return { kind: 'recorder', machineId: Number(recorded) };
  const [, member] = memberName.exec(username) ?? [];
  if (member !== undefined) return { kind: 'member', sub: member };
  const [, boardGym, sub] = boardName.exec(username) ?? [];
  if (boardGym === undefined || sub === undefined) return null;
  return { kind: 'board', gymId: Number(boardGym), sub };
}

/** Returns the user name with which a lock, a listener or a recorder signs in. */
export function toUsername(
  client: Exclude<ClientIdentity, { kind: 'server' | 'machine' }>,
): string {
  switch (client.kind) {
    case 'door':
      return `door-${client.gymId}`;
    case 'recorder':
      return `recorder-${client.machineId}`;
    case 'member':
      return `member:${client.sub}`;
    case 'board':
      return `board:${client.gymId}:${client.sub}`;
  }
}
