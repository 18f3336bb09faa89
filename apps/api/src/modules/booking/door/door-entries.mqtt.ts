import {
  allDoorsTopic,
  type DoorAckMessage,
  type DoorEntryMessage,
  DoorMessage,
  gymTopic,
  parseDoorTopic,
} from '@tanren/contract/booking/gym-messages';
import {
  doorStep,
  doorStepStart,
  isNamed,
  type NamedVisit,
} from '@tanren/domain/booking/door-codes';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#db/database.ts';
import { createThrottledLog } from '#log/throttled-log.ts';
import type { EndSubscription, MessageBus } from '#mqtt/message-bus.ts';
import { createMessageReader } from '#mqtt/read-message.ts';
import { lockMemberReservations } from '#modules/memberships/held-memberships.service.ts';
import { markEntered } from '#modules/booking/visit-entries.ts';
import {
  findHighestSeat,
  insertEntry,
  insertUnknownEntry,
  isStored,
  type OpenReservation,
  selectOpenFor,
} from './door-entries.store.ts';
import { readDoorOpenings } from './door-openings.ts';

interface DoorMessageParts {
  readonly db: Database;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  /** Called after an entry was stored, either of a member or of an unknown person. */
  readonly onEntered: (gymId: number) => void;
}

type EntryResult = 'stored' | 'duplicate' | 'unknown';

const readDoorMessage = createMessageReader(DoorMessage);

/**
 * Receives entries from locks and sends acks. An entry that cannot be stored gets no ack, so the
 * lock keeps it and sends it again: each entry counts exactly once.
 */
export async function takeDoorMessages(
  bus: MessageBus,
  { db, now, log, onEntered }: DoorMessageParts,
): Promise<EndSubscription> {
  const unreadable = createThrottledLog(log, 'unreadable messages of locks');
  const unknown = createThrottledLog(log, 'a door was opened with a code that nobody had reserved');
  const misdated = createThrottledLog(log, 'entries at a door were dated wrongly and refused');
  const failures = createThrottledLog(
    log,
    'messages of locks could not be handled; they come again',
  );

  const handle = async (gymId: number, message: DoorMessage): Promise<DoorAckMessage[]> => {
    if (message.type === 'online') {
      const seats = await findHighestSeat(db, gymId, now());
      const openings = await readDoorOpenings(db, gymId, now());
      return openings === null ? [] : [{ type: 'settings', seats }, openings];
    }
    const { entryUuid, at } = message;
    if (!isPlausible(new Date(at), now())) {
      misdated.count({ gymId, entryUuid, at });
      return [{ type: 'entry', entryUuid, result: 'unknown' }];
    }
    const result = await storeEntry(db, gymId, message, now());
    if (result !== 'duplicate') onEntered(gymId);
    if (result === 'unknown') unknown.count({ gymId, entryUuid });
    return [{ type: 'entry', entryUuid, result }];
  };

  return await bus.subscribeShared(allDoorsTopic, 1, async ({ topic, payload }) => {
    const gymId = parseDoorTopic(topic);
    const read = readDoorMessage(payload);
    if (gymId === null || !read.ok) {
      unreadable.count({ topic, bytes: payload.length });
      return;
    }
    try {
      for (const answer of await handle(gymId, read.message)) {
        await bus.publish(gymTopic(gymId, 'door/acks'), answer, { qos: 1 });
      }
    } catch (error) {
      failures.count({ err: error, gymId });
    }
  });
}

/**
 * Tolerance for a lock's clock in milliseconds. A lock that is further ahead accepts none of the
 * members' present codes.
 */
const maxAheadMs = 2 * 60_000;
/**
 * Maximum age of an entry in milliseconds. A lock without a network stores entries and sends them
 * later.
 */
const maxAgeMs = 7 * 24 * 60 * 60_000;

/**
 * Returns whether the time of an entry can be true. A wrong time would change the attendance and
 * the number of counted visits.
 */
function isPlausible(enteredAt: Date, now: Date): boolean {
  const ageMs = now.getTime() - enteredAt.getTime();
  return ageMs >= -maxAheadMs && ageMs <= maxAgeMs;
}

async function storeEntry(
  db: Database,
  gymId: number,
  message: DoorEntryMessage,
  now: Date,
): Promise<EntryResult> {
  const { entryUuid } = message;
  const result = await storeKnownEntry(db, gymId, message, now);
  if (result === 'unknown') {
    const enteredAt = new Date(message.at);
    await insertUnknownEntry(db, { gymId, entryUuid, enteredAt, receivedAt: now });
  }
  return result;
}

async function storeKnownEntry(
  db: Database,
  gymId: number,
  { entryUuid, at, visits }: DoorEntryMessage,
  now: Date,
): Promise<EntryResult> {
  const enteredAt = new Date(at);
  const reservation = await findNamed(db, gymId, visits.filter(isOfTime(enteredAt)));
  if (reservation === null) {
    return (await isStored(db, { gymId, entryUuid })) ? 'duplicate' : 'unknown';
  }
  const { sub } = reservation;
  return await db.transaction(async (tx) => {
    await lockMemberReservations(tx, sub);
    if (await isStored(tx, { gymId, entryUuid })) return 'duplicate';
    if (!(await markEntered(tx, reservation, { at: enteredAt, by: 'door' }))) return 'unknown';
    await insertEntry(tx, { gymId, entryUuid, sub, enteredAt, receivedAt: now });
    return 'stored';
  });
}

/** Returns a test for codes of the present minute or the one before, which a lock accepts. */
function isOfTime(enteredAt: Date) {
  const present = doorStep(enteredAt);
  return ({ step }: NamedVisit) => step === present || step === present - 1;
}

/**
 * Finds the visit of an entry. If several visits have the same digits by chance, it chooses one
 * that is not marked as entered.
 */
async function findNamed(
  db: Database,
  gymId: number,
  visits: DoorEntryMessage['visits'],
): Promise<OpenReservation | null> {
  const found: OpenReservation[] = [];
  for (const visit of visits) {
    const minute = { from: doorStepStart(visit.step), until: doorStepStart(visit.step + 1) };
    const open = await selectOpenFor(db, { gymId, ...minute });
    found.push(...open.filter((reservation) => isNamed(reservation, visit)));
  }
  return found.find(({ enteredAt }) => enteredAt === null) ?? found[0] ?? null;
}
