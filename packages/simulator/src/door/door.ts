import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  DoorAckMessage,
  DoorEntryMessage,
  type DoorOnlineMessage,
  DoorOpeningsMessage,
  gymTopic,
} from '@tanren/contract/booking/gym-messages';
import { type DoorOpenings, findNamedVisits } from '@tanren/domain/booking/door-codes';
import {
  countRightCode,
  countWrongCode,
  type DoorDigits,
  isPausing,
  maxWrongCodes,
  noWrongCodes,
} from '@tanren/domain/booking/door-guesses';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { openBrokerLine } from '#broker/broker-line.ts';
import { openOutbox } from '#broker/outbox.ts';
import { openMessageFiles } from '#journal/message-files.ts';
import { writeDurably } from '#journal/state-files.ts';
import type { MachineTiming } from '#machine-setup.ts';
import type { DoorListener } from './door-event.ts';

/** Data that is written into a lock when it is set up. */
export interface DoorIdentity {
  readonly gymId: number;
  readonly name: string;
  /** Password of the lock's account at the broker. */
  readonly secret: string;
  /** Secret shared with the server, from which the codes are derived. */
  readonly doorSecret: Buffer;
  readonly seats: number;
}

interface DoorOptions {
  readonly identity: DoorIdentity;
  readonly brokerUrl: string;
  readonly brokerCa: Buffer | null;
  readonly journalFolder: string;
  readonly timing: Pick<MachineTiming, 'resendMs' | 'keepAliveSeconds' | 'retry'>;
  readonly now: () => Date;
  readonly random: () => number;
  readonly onEvent: DoorListener;
}

export interface Door {
  readonly identity: DoorIdentity;
  /** Returns whether the door opens. It needs no network. */
  readonly typeCode: (code: string) => boolean;
  /** Returns the length of the codes. */
  readonly digits: () => DoorDigits;
  readonly isConnected: () => boolean;
  /** Returns the number of entries that the server has not answered yet. */
  readonly pendingCount: () => number;
  readonly stop: () => Promise<void>;
}

/**
 * Interval in which the lock reports that it is online. The answers contain seats, slots and ended
 * visits.
 */
const onlineMs = 60_000;
const ack = Compile(DoorAckMessage);

/**
 * Starts the lock of a gym. From the secret, the seats and the time it derives every code of the
 * server and the visit of the code. The server sends slots and ended visits, which the lock stores
 * for times without a network. An entry is stored until the server has acknowledged it.
 */
export function startDoor(options: DoorOptions): Door {
  const { identity, timing, now, onEvent } = options;
  const topic = gymTopic(identity.gymId, 'door');
  const acks = gymTopic(identity.gymId, 'door/acks');
  const hmacSha1 = (message: Uint8Array) =>
    createHmac('sha1', identity.doorSecret).update(message).digest();
  const entries = openMessageFiles({
    folder: options.journalFolder,
    name: 'entries',
    read: (value) => (Value.Check(DoorEntryMessage, value) ? value : null),
    idOf: ({ entryUuid }) => entryUuid,
    timeOf: ({ at }) => at,
  });
  const seatsFile = path.join(options.journalFolder, 'seats.json');
  let seats = readSeats(seatsFile) ?? identity.seats;
  const openingsFile = path.join(options.journalFolder, 'openings.json');
  let told = readOpenings(openingsFile);
  let wrong = noWrongCodes;

  for (const file of entries.damaged) onEvent({ event: 'damaged', file });
  onEvent({ event: 'started', pending: entries.found.map(({ entryUuid }) => entryUuid) });

  const publishOnline = () =>
    line.publish(topic, { type: 'online' } satisfies DoorOnlineMessage, 1);
  const line = openBrokerLine({
    url: options.brokerUrl,
    ca: options.brokerCa,
    clientId: `door-${identity.gymId}`,
    password: identity.secret,
    describeWill: null,
    subscriptions: [acks],
    retry: timing.retry,
    keepAliveSeconds: timing.keepAliveSeconds,
    random: options.random,
    onConnected: () => {
      onEvent({ event: 'connected' });
      publishOnline();
      outbox.sendAgain();
    },
    onDisconnected: (reason) => onEvent({ event: 'disconnected', reason }),
    onRejected: (reason) => onEvent({ event: 'refused', reason }),
    onMessage: (_topic, payload) => handleAck(payload),
  });
  const outbox = openOutbox({
    pending: entries.found,
    idOf: ({ entryUuid }) => entryUuid,
    resendMs: timing.resendMs,
    now,
    isConnected: line.isConnected,
    publish: (entry) => line.publish(topic, entry, 1),
    onPublished: (entryUuid, attempt) => onEvent({ event: 'published', entryUuid, attempt }),
  });
  const onlineTimer = setInterval(publishOnline, onlineMs);

  function handleAck(payload: Buffer): void {
    const message = parse(payload);
    if (!ack.Check(message)) {
      onEvent({ event: 'ignored', topic: acks, reason: 'not understood' });
      return;
    }
    if (message.type === 'settings') {
      if (message.seats === seats) return;
      ({ seats } = message);
      writeDurably(seatsFile, JSON.stringify({ seats }));
      onEvent({ event: 'seats', seats });
      return;
    }
    if (message.type === 'openings') {
      const text = JSON.stringify(message);
      if (text === JSON.stringify(told)) return;
      told = message;
      writeDurably(openingsFile, text);
      const { digits, endedVisits } = message;
      onEvent({ event: 'openings', digits, endedVisits: endedVisits.length });
      return;
    }
    const { entryUuid, result } = message;
    outbox.answered(entryUuid, (entry, left) => {
      entries.remove(entry);
      onEvent({ event: 'acked', entryUuid, result, pending: left });
    });
  }

  function reject(): void {
    wrong = countWrongCode(wrong, now());
    if (wrong.pausedUntil === null) {
      onEvent({ event: 'wrong-code', attemptsLeft: maxWrongCodes - wrong.count });
    } else {
      onEvent({ event: 'paused', until: wrong.pausedUntil.toISOString() });
    }
  }

  const digits = () => told?.digits ?? 6;

  return {
    identity,
    digits,
    typeCode(code) {
      const at = now();
      if (isPausing(wrong, at)) {
        onEvent({ event: 'paused', until: wrong.pausedUntil?.toISOString() ?? '' });
        return false;
      }
      const openings = told === null ? null : toOpenings(told);
      const visits = findNamedVisits(code, { hmacSha1, seats, digits: digits(), openings }, at);
      if (visits.length === 0) {
        reject();
        return false;
      }
      wrong = countRightCode(wrong);
      const entryUuid = randomUUID();
      const entry: DoorEntryMessage = { type: 'entry', entryUuid, at: at.toISOString(), visits };
      entries.add(entry);
      onEvent({ event: 'opened', entryUuid, visits });
      outbox.add(entry);
      return true;
    },
    isConnected: line.isConnected,
    pendingCount: outbox.count,
    stop: async () => {
      clearInterval(onlineTimer);
      outbox.close();
      await line.close(null);
    },
  };
}

const SavedSeats = Type.Object({ seats: Type.Integer({ minimum: 1, maximum: 1000 }) });

/** Reads the last number of seats from the server. Returns `null` when there is none yet. */
function readSeats(file: string): number | null {
  try {
    const value = parse(readFileSync(file));
    return Value.Check(SavedSeats, value) ? value.seats : null;
  } catch {
    return null;
  }
}

/**
 * Reads the last slots and ended visits from the server. Returns `null` when there are none yet.
 */
function readOpenings(file: string): DoorOpeningsMessage | null {
  try {
    const value = parse(readFileSync(file));
    return Value.Check(DoorOpeningsMessage, value) ? value : null;
  } catch {
    return null;
  }
}

function toOpenings({ series, knownUntil, endedVisits }: DoorOpeningsMessage): DoorOpenings {
  return {
    series: series.map(({ from, ...lengths }) => ({ from: new Date(from), ...lengths })),
    knownUntil: new Date(knownUntil),
    endedVisits: endedVisits.map(({ startsAt, endsAt, seat }) => ({
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      seat,
    })),
  };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return null;
  }
}
