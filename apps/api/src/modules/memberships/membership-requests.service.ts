import { toGymDay } from '@tanren/domain/gyms/gym-time';
import type { MyMemberships, SentGuardian } from '@tanren/contract/memberships/memberships';
import { validateBirthDate } from '@tanren/domain/members/profile-fields';
import { applyChange, dateChange, isOver } from '@tanren/domain/memberships/membership-changes';
import type { ChangeRequestKind } from '@tanren/domain/memberships/membership-requests';
import { isTooYoung, needsGuardian } from '@tanren/domain/memberships/minors';
import { lastDayOf } from '@tanren/domain/memberships/memberships';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import type { GymRow } from '#db/schema/gyms.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import type { CancelUncoveredReservations } from '#modules/gyms/affected-reservations.service.ts';
import { readGuardian } from './guardians/guardian-consents.service.ts';
import { queueConsent } from './guardians/guardian-consents.store.ts';
import {
  findMembership,
  insertEvent,
  type LockedMembership,
  lockMembership,
  rejectPending,
  rejectSecond,
  requirePlan,
} from './membership-rows.ts';
import { beginMembership, takeStep, toChange } from './membership-steps.ts';
import {
  readName,
  readNameKana,
  readNote,
  rejectField,
  rejectUnknownFields,
} from './membership-texts.ts';
import {
  closePendingEnd,
  findGymOfMembership,
  findOwnRequest,
  insertRequest,
  isKnownDraft,
  withdrawRequest,
} from './membership-requests.store.ts';
import {
  readFirstDay,
  requireConfirmation,
  storeConfirmation,
} from './confirmations/membership-confirmations.service.ts';
import { readMemberships } from './memberships.service.ts';

interface RequestParts {
  readonly lockAccount: LockAccount;
  readonly cancelUncoveredReservations: CancelUncoveredReservations;
}

/** The member of the verified token. */
interface Requester {
  readonly sub: string;
  /** Address for notifications of steps. `null` if the token has none. */
  readonly email: string | null;
}

/**
 * Performs a step of a member. It locks the account, the member and the rules of the gym in this
 * order, and returns the result from the same transaction.
 */
async function act(
  db: Queryable,
  { lockAccount }: RequestParts,
  { sub, gymId }: { readonly sub: string; readonly gymId: number },
  now: Date,
  work: (tx: Transaction, gym: GymRow) => Promise<void>,
): Promise<MyMemberships> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    await work(tx, await lockMembership(tx, { sub, gymId }));
    return await readMemberships(tx, sub, now);
  });
}

interface JoinRequest extends Requester {
  readonly gymId: number;
  readonly draftId: string;
  readonly planId: number;
  readonly fromDay: string;
  readonly name: string;
  readonly nameKana?: string;
  readonly birthDate?: string;
  readonly guardian?: SentGuardian;
  readonly note?: string;
  /** Digest of the final confirmation that the member saw. Absent for pages without one. */
  readonly confirmation?: string;
}

/**
 * Requests a membership. In a gym with open joining it begins at once; elsewhere staff decide. The
 * application of a minor waits for the guardian first.
 */
export async function joinGym(
  db: Queryable,
  parts: RequestParts,
  { sub, email, gymId, draftId, planId, ...sent }: JoinRequest,
  now: Date,
): Promise<MyMemberships> {
  const name = readName(sent.name);
  const nameKana = readNameKana(sent.nameKana);
  const note = readNote(sent.note);
  const today = toGymDay(now);
  const birthDate = readBirthDate(sent.birthDate, today);
  const isMinor = birthDate !== null && needsGuardian(birthDate, today);
  if (isMinor && sent.guardian === undefined) throw new AppError('guardian_required');
  const guardian =
    isMinor && sent.guardian !== undefined ? readGuardian(sent.guardian, email) : null;
  return await act(db, parts, { sub, gymId }, now, async (tx, gym) => {
    if (await isKnownDraft(tx, { sub, draftId })) return;
    const fromDay = readFirstDay(sent.fromDay, 'body', now);
    const plan = await requirePlan(tx, { gymId, planId }, 'member');
    await rejectSecond(tx, { sub, gymId }, today);
    await rejectPending(tx, { sub, gymId });
    const wanted = { gym, plan, fromDay, isMinor };
    const seen = await requireConfirmation(tx, wanted, sent.confirmation);
    if (birthDate === null) throw new AppError('birth_date_required');
    if (isTooYoung(birthDate, fromDay, gym.minimumAge)) {
      throw new AppError('too_young');
    }
    const isOpen = gym.joining === 'open' && guardian === null;
    const person = { sub, gymId, name, nameKana, email };
    const wish = { planId, fromDay };
    const own = { ...wish, by: 'member', reason: note } as const;
    const made = isOpen ? await beginMembership(tx, { ...person, ...own }, now) : null;
    const asked = { ...person, ...wish, kind: 'join' as const, draftId, birthDate, note };
    const membershipId = made?.membershipId ?? null;
    const request = { ...asked, membershipId, isDecided: isOpen };
    const requestId = await insertRequest(tx, request, now);
    await storeConfirmation(tx, seen, { sub, gymId, requestId, membershipId }, now);
    if (isOpen) return;
    if (guardian !== null) await queueConsent(tx, { requestId, ...guardian }, now);
    const applied = { kind: 'applied', request: 'join' } as const;
    // The mail to the member says that staff decide, which they do not in an open gym.
    const mailTo = gym.joining === 'open' ? null : email;
    await insertEvent(tx, { ...applied, ...own, sub, gymId, email: mailTo, at: now });
  });
}

/** Reads the date of birth, which is `null` when a page of an earlier release sends none. */
function readBirthDate(birthDate: string | undefined, today: string): string | null {
  if (birthDate === undefined) return null;
  const error = validateBirthDate(birthDate, today);
  if (error !== null) throw rejectField('/birthDate', error);
  return birthDate;
}

interface ChangeRequest extends Requester {
  readonly membershipId: number;
  readonly draftId: string;
  readonly kind: ChangeRequestKind;
  readonly planId?: number;
  readonly months?: number;
  readonly note?: string;
}

/**
 * Requests a change of a membership. In a gym with open joining it takes effect at once; elsewhere
 * staff decide. An end takes effect at once in every gym, even while another request waits, so that
 * staff cannot delay it. An impossible change is rejected in all cases.
 */
export async function requestChange(
  db: Queryable,
  parts: RequestParts,
  { sub, email, membershipId, draftId, kind, ...sent }: ChangeRequest,
  now: Date,
): Promise<MyMemberships> {
  const note = readNote(sent.note);
  const planId = readPlanId(kind, sent.planId);
  const { months } = sent;
  if (kind !== 'pause') rejectUnknownFields({ months });
  const today = toGymDay(now);
  const gymId = await findGymOfMembership(db, { sub, membershipId });
  return await act(db, parts, { sub, gymId }, now, async (tx, { joining, noticeDay }) => {
    const locked = await requireOwn(tx, { sub, membershipId });
    if (await isKnownDraft(tx, { sub, draftId })) return;
    if (planId !== null) await requirePlan(tx, { gymId, planId }, 'member');
    if (kind === 'end') await closePendingEnd(tx, membershipId, now);
    else await rejectPending(tx, { sub, gymId });
    const days = dateChange({ kind, months }, { terms: locked.terms, today, noticeDay });
    const change = toChange({ kind, planId, ...days });
    if (applyChange(locked.terms, change, today) === null) throw new AppError('change_impossible');
    const isImmediate = joining === 'open' || kind === 'end';
    const { name } = locked.row;
    const asked = { sub, draftId, gymId, membershipId, kind, planId, ...days, name, note, email };
    await insertRequest(tx, { ...asked, isDecided: isImmediate }, now);
    if (isImmediate) {
      const own = { staffSub: null, cancelAffected: null, request: kind, reason: note, email };
      await takeStep(tx, parts.cancelUncoveredReservations, { locked, change, ...own }, now);
    } else {
      const about = { sub, gymId, membershipId, planId, ...days, reason: note, email };
      await insertEvent(tx, { kind: 'applied', request: kind, ...about, at: now, by: 'member' });
    }
  });
}

function readPlanId(kind: ChangeRequestKind, planId: number | undefined): number | null {
  if (kind !== 'plan') rejectUnknownFields({ planId });
  else if (planId === undefined) throw rejectField('/planId', 'is missing');
  return planId ?? null;
}

async function requireOwn(
  tx: Transaction,
  { sub, membershipId }: { readonly sub: string; readonly membershipId: number },
): Promise<LockedMembership> {
  const locked = await findMembership(tx, membershipId);
  if (locked?.row.sub !== sub) throw new AppError('not_found');
  return locked;
}

/**
 * Withdraws a request. Repeating the call changes nothing. A request that staff have decided
 * meanwhile stays decided.
 */
export async function withdraw(
  db: Queryable,
  parts: RequestParts,
  { sub, email, requestId }: Requester & { readonly requestId: number },
  now: Date,
): Promise<MyMemberships> {
  const own = { sub, requestId };
  const { gymId } = await findOwnRequest(db, own);
  return await act(db, parts, { sub, gymId }, now, async (tx) => {
    const request = await findOwnRequest(tx, own);
    if (request.outcome === 'withdrawn') return;
    if (request.decidedAt !== null) throw new AppError('change_impossible');
    await withdrawRequest(tx, requestId, now);
    const { kind, membershipId, planId, fromDay, lastDay } = request;
    const about = { sub, gymId, membershipId, planId, fromDay, lastDay, email };
    await insertEvent(tx, { kind: 'withdrawn', request: kind, ...about, at: now, by: 'member' });
  });
}

/**
 * Withdraws the member's own end, as long as it has not come. Repeating the call changes nothing.
 * An end that staff set remains: the membership then lasts until that day.
 */
export async function continueOwn(
  db: Queryable,
  parts: RequestParts,
  { sub, email, membershipId }: Requester & { readonly membershipId: number },
  now: Date,
): Promise<MyMemberships> {
  const today = toGymDay(now);
  const gymId = await findGymOfMembership(db, { sub, membershipId });
  return await act(db, parts, { sub, gymId }, now, async (tx) => {
    const locked = await requireOwn(tx, { sub, membershipId });
    if (!isOver(locked.terms, today) && lastDayOf(locked.terms) === null) return;
    const change = { kind: 'continue', fromDay: today, lastDay: null } as const;
    const own = { staffSub: null, cancelAffected: null, request: null, reason: '', email };
    await takeStep(tx, parts.cancelUncoveredReservations, { locked, change, ...own }, now);
  });
}
