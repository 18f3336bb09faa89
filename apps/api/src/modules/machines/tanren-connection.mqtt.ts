import type { UnlinkReason } from '@tanren/contract/machines/machine-commands';
import {
  allMachinesTopic,
  type CommandMessage,
  LiveMessage,
  machineTopic,
  MeasuredMessage,
  memberLiveTopic,
  parseMachineTopic,
} from '@tanren/contract/machines/machine-messages';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Queryable } from '#db/database.ts';
import type { BusMessage, MessageBus } from '#mqtt/message-bus.ts';
import { createMachineReader } from '#mqtt/read-message.ts';
import { createThrottledLog } from '#log/throttled-log.ts';
import { findLink, touchLink } from './tanren-connection.store.ts';

interface LastMessages {
  readonly newest: LiveMessage;
  /** End of the last set. `null` when the rest after it is over. */
  readonly setEnd: LiveMessage | null;
}

const maxCached = 10_000;

/**
 * The last messages of each link, so that a page that opens in the middle of a set shows it at
 * once. They are in the memory of this process only: a page on another node waits for the next
 * message. They are looked up by the id of the present link, so a page never gets messages of an
 * ended link.
 */
const lastMessages = new Map<string, LastMessages>();

function recordLive(message: LiveMessage): void {
  const { connectionId, type, seq, lifting, sets } = message;
  const known = lastMessages.get(connectionId);
  // Nodes and brokers may deliver messages out of order.
  if (known !== undefined && seq <= known.newest.seq) return;
  const rests = !lifting && sets.length > 0;
  const setEnd = type === 'set-ended' ? message : rests ? (known?.setEnd ?? null) : null;
  lastMessages.delete(connectionId);
  lastMessages.set(connectionId, { newest: message, setEnd });
  const [oldest] = lastMessages.keys();
  if (lastMessages.size > maxCached && oldest !== undefined) lastMessages.delete(oldest);
}

/** Lists the last messages of a link, oldest first. */
export function listLastLive(connectionId: string): LiveMessage[] {
  const known = lastMessages.get(connectionId);
  if (known === undefined) return [];
  const { newest, setEnd } = known;
  return setEnd === null || setEnd === newest ? [newest] : [setEnd, newest];
}

/**
 * Minimum interval in milliseconds between two writes of a link's activity. Reps come every few
 * seconds and would each be a write. The ten idle minutes are counted from the start and the end of
 * a set, so those are recorded exactly.
 */
const minIntervalsMs: Readonly<Record<LiveMessage['type'], number>> = {
  rep: 30_000,
  'set-started': 1000,
  'set-ended': 1000,
  state: Number.POSITIVE_INFINITY,
};

/** Records that a link is in use. */
function createLinkTouches(db: Queryable) {
  const touchedAt = new Map<string, number>();

  return async (message: LiveMessage, now: Date): Promise<void> => {
    const { connectionId, type, workoutUuid, sets } = message;
    const last = touchedAt.get(connectionId) ?? 0;
    if (now.getTime() - last < minIntervalsMs[type]) return;
    touchedAt.delete(connectionId);
    touchedAt.set(connectionId, now.getTime());
    const [oldest] = touchedAt.keys();
    if (touchedAt.size > maxCached && oldest !== undefined) touchedAt.delete(oldest);
    const bout = { boutUuid: workoutUuid, setCount: sets.length };
    await touchLink(db, { id: connectionId, ...bout }, now);
  };
}

/** The link that the `connectionId` of a live message refers to. */
type LiveLink =
  | { readonly open: true; readonly sub: string; readonly machineId: number }
  | { readonly open: false; readonly reason: UnlinkReason };

interface CachedLink {
  readonly link: Promise<LiveLink>;
  readonly until: number;
}

/**
 * Milliseconds for which a link is cached, so that neither a rep each second nor a machine with an
 * ended link costs a query each time.
 */
const cacheMs = 5000;

/** Looks up links and caches the result for a few seconds. */
function createLiveLinks(db: Queryable) {
  const cachedLinks = new Map<string, CachedLink>();

  return async (connectionId: string, now: Date): Promise<LiveLink> => {
    const known = cachedLinks.get(connectionId);
    if (known !== undefined && known.until > now.getTime()) return await known.link;
    const link = readLiveLink(db, connectionId);
    // A Map has its oldest entry first, so the entry deleted below is the one that was read longest
    // ago.
    cachedLinks.delete(connectionId);
    cachedLinks.set(connectionId, { link, until: now.getTime() + cacheMs });
    const [oldest] = cachedLinks.keys();
    if (cachedLinks.size > maxCached && oldest !== undefined) cachedLinks.delete(oldest);
    try {
      return await link;
    } catch (error) {
      cachedLinks.delete(connectionId);
      throw error;
    }
  };
}

async function readLiveLink(db: Queryable, connectionId: string): Promise<LiveLink> {
  const found = await findLink(db, connectionId);
  // Links are stored for months, so a missing one was erased with its member.
  if (found === null) return { open: false, reason: 'erased' };
  if (found.endedAt !== null) return { open: false, reason: found.endReason ?? 'idle' };
  return { open: true, sub: found.sub, machineId: found.machineId };
}

interface LiveRelayParts {
  readonly db: Database;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

const readLive = createMachineReader(LiveMessage);
const readMeasured = createMachineReader(MeasuredMessage);
/**
 * Maximum number of live messages that wait for the database. Further messages are dropped, because
 * each later message contains the whole state.
 */
const maxWaiting = 500;
/** Interval in milliseconds at which a machine is notified that the link it uses has ended. */
const correctEveryMs = 5000;

/** Relays a machine's live messages to the member who is linked with it, and to no other member. */
export async function relayLiveMessages(
  bus: MessageBus,
  { db, now, log }: LiveRelayParts,
): Promise<() => Promise<void>> {
  const findLiveLink = createLiveLinks(db);
  const touch = createLinkTouches(db);
  const dropped = createThrottledLog(log, 'live messages dropped');
  const corrections = new Map<number, number>();
  const waiting = new Set<Promise<void>>();

  const correct = async (machineId: number, connectionId: string, link: LiveLink) => {
    const last = corrections.get(machineId) ?? 0;
    if (link.open || now().getTime() - last < correctEveryMs) return;
    corrections.set(machineId, now().getTime());
    const command: CommandMessage = { type: 'unlinked', connectionId, reason: link.reason };
    await bus.publish(machineTopic(machineId, 'commands'), command, { qos: 1 });
  };

  const relay = async ({ topic, payload }: BusMessage): Promise<void> => {
    const { machineId, channel } = parseMachineTopic(topic) ?? {};
    const read = channel === 'live' ? readLive(payload) : readMeasured(payload);
    if (machineId === undefined || !read.ok) {
      dropped.count({ topic, reason: read.ok ? 'topic' : read.reason });
      return;
    }
    const { message } = read;
    const link = await findLiveLink(message.connectionId, now());
    if (!link.open) {
      await correct(machineId, message.connectionId, link);
      return;
    }
    if (link.machineId !== machineId) {
      dropped.count({ topic, reason: 'link of another machine' });
      return;
    }
    if (message.type !== 'measured') recordLive(message);
    await bus.publish(memberLiveTopic(link.sub), message, { qos: 0, relayed: true });
    if (message.type !== 'measured') await touch(message, now());
  };

  const take = (message: BusMessage) => {
    if (waiting.size >= maxWaiting) {
      dropped.count({ topic: message.topic, reason: 'too many at once' });
      return;
    }
    const done = relay(message)
      .catch((error: unknown) => dropped.count({ topic: message.topic, err: error }))
      .finally(() => waiting.delete(done));
    waiting.add(done);
  };
  const endLive = await bus.subscribeShared(allMachinesTopic('live'), 0, take);
  const endMeasured = await bus.subscribeShared(allMachinesTopic('rep-measures'), 0, take);
  return async () => {
    await endLive();
    await endMeasured();
    await Promise.all(waiting);
  };
}
