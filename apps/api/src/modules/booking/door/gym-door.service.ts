import { createHmac } from 'node:crypto';
import { decideDoor } from '@tanren/domain/booking/door';
import {
  doorCode,
  doorStep,
  doorStepStart,
  type SeatedVisit,
  visitKey,
} from '@tanren/domain/booking/door-codes';
import { chooseDoorDigits, type DoorDigits } from '@tanren/domain/booking/door-guesses';
import { validateEntry } from '@tanren/domain/memberships/memberships';
import { changeableUnlessShown } from '@tanren/domain/booking/reservations';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { readDoorSecret } from './door-secrets.ts';
import {
  lockMemberReservations,
  readHeldMemberships,
} from '#modules/memberships/held-memberships.service.ts';
import {
  type DoorRequest,
  insertRequest,
  isLogged,
  listComing,
  lockRequests,
  recordShown,
} from './gym-door.store.ts';

export interface DoorCode {
  readonly passcode: string;
  readonly validFrom: Date;
  readonly validUntil: Date;
}

interface DoorTime {
  /** Visits of the codes, earliest first. Each minute has the code of the visit under way. */
  readonly stay: readonly SeatedVisit[];
  readonly codesUntil: Date;
}

/** Values that the lock shares with the server. */
interface LockedDoor {
  readonly secret: Buffer;
  readonly digits: DoorDigits;
}

/**
 * Lists the codes that the lock accepts from now until then, one after the other, the present one
 * first.
 */
export function listDoorCodes(
  { secret, digits }: LockedDoor,
  { stay, codesUntil: until }: DoorTime,
  now: Date,
): DoorCode[] {
  const hmac = (message: Uint8Array) => createHmac('sha1', secret).update(message).digest();
  const codes: DoorCode[] = [];
  for (let step = doorStep(now); doorStepStart(step) < until; step += 1) {
    const validFrom = doorStepStart(step);
    const visit = stay.find(({ endsAt }) => endsAt > validFrom);
    if (visit === undefined) return codes;
    codes.push({
      passcode: doorCode(hmac, step, visitKey(visit), digits),
      validFrom,
      // A code is never valid for longer than the member may come in.
      validUntil: new Date(Math.min(doorStepStart(step + 1).getTime(), until.getTime())),
    });
  }
  return codes;
}

export interface DoorAnswer {
  readonly decision: OwnDoor;
  /** Codes with the present one first. Empty while the door stays closed. */
  readonly codes: readonly DoorCode[];
}

/**
 * Interval in milliseconds in which the same answer is logged only once, because an open page
 * fetches repeatedly.
 */
const loggedEveryMs = 60_000;

interface DoorParts {
  /** Key that encrypts the doors' secrets. */
  readonly doorKey: Buffer;
  readonly lockAccount: LockAccount;
}

interface DoorQuestion {
  readonly sub: string;
  readonly gymId: number;
  /** Whether to withhold codes that would end the member's right to cancel. */
  readonly keepChangeable: boolean;
}

export async function openDoor(
  db: Queryable,
  { doorKey, lockAccount }: DoorParts,
  question: DoorQuestion,
  now: Date,
): Promise<DoorAnswer> {
  const { sub, gymId } = question;
  const secret = await readDoorSecret(db, doorKey, gymId);
  if (secret === null) throw new AppError('not_found');
  const decision = await decide(db, question, now);
  const reason = decision.open ? null : decision.reason;
  const request = { sub, gymId, requestedAt: now, granted: decision.open, reason };
  await logRequest(db, lockAccount, request);
  return { decision, codes: decision.open ? listOwnCodes(secret, decision, now) : [] };
}

function listOwnCodes(secret: Buffer, decision: OpenOwnDoor, now: Date): DoorCode[] {
  const [first] = decision.stay;
  if (first === undefined) return [];
  return listDoorCodes({ secret, digits: chooseDoorDigits(first.gym) }, decision, now);
}

async function decide(db: Queryable, question: DoorQuestion, now: Date): Promise<OwnDoor> {
  const seen = await readRules(db, question, now);
  if (!seen.open || seen.stay.every(({ wasShown }) => wasShown)) return seen;
  // The rules are checked again under the lock, because the reservation may have just been
  // cancelled.
  return await db.transaction(async (tx) => {
    await lockMemberReservations(tx, question.sub);
    const decision = await readRules(tx, question, now);
    if (decision.open) {
      const ids = decision.stay.map(({ id }) => id);
      await recordShown(tx, ids, now);
    }
    return decision;
  });
}

/** The decision of the rules about the member's own reservations. */
type OwnDoor = Awaited<ReturnType<typeof readRules>>;
type OpenOwnDoor = Extract<OwnDoor, { open: true }>;

async function readRules(db: Queryable, { sub, gymId, keepChangeable }: DoorQuestion, now: Date) {
  const reservations = await listComing(db, sub, gymId, now);
  const memberships = reservations.length === 0 ? [] : await readHeldMemberships(db, sub, now);
  const coming = reservations.map((reservation) => ({
    ...reservation,
    refusal: validateEntry(memberships, reservation),
    changeableUntil: changeableUnlessShown(reservation, reservation.gym.cancelDeadlineMinutes),
    wasShown: reservation.codesShownAt !== null,
  }));
  return decideDoor(coming, now, keepChangeable);
}

async function logRequest(
  db: Queryable,
  lockAccount: LockAccount,
  request: DoorRequest,
): Promise<void> {
  const since = new Date(request.requestedAt.getTime() - loggedEveryMs);
  if (await isLogged(db, request, since)) return;
  await db.transaction(async (tx) => {
    await lockAccount(tx, request.sub);
    await lockRequests(tx, request.sub);
    if (!(await isLogged(tx, request, since))) await insertRequest(tx, request);
  });
}
