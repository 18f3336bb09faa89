import { isWalkIn } from '@tanren/domain/booking/door';
import { toGymDay, toGymTime } from '@tanren/domain/gyms/gym-time';
import { membershipLimits } from '@tanren/domain/memberships/membership-requests';
import { findStaffTextError, normalizeStaffText } from '@tanren/domain/staff/staff-texts';
import type { WalkInProblem } from '@tanren/domain/booking/walk-ins';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import {
  logAuditEntry,
  type NewAuditedChange,
  readStaffReason,
} from '#modules/staff/audit-log.service.ts';
import { type MemberAccounts, requireMember } from '#modules/staff/find-members.service.ts';
import { lockMemberReservations } from '#modules/memberships/held-memberships.service.ts';
import { markEntered } from '#modules/booking/visit-entries.ts';
import { addWalkIn } from '#modules/booking/walk-ins.ts';
import { findVisit, updateVisit } from './staff-board.store.ts';

interface ChangeParts {
  readonly lockAccount: LockAccount;
}

export interface WalkInParts extends ChangeParts {
  /** `null` when accounts live in Amazon Cognito. */
  readonly accounts: MemberAccounts | null;
}

interface VisitChange {
  readonly staffSub: string;
  readonly reservationId: number;
}

type FoundVisit = NonNullable<Awaited<ReturnType<typeof findVisit>>>;

/** Changes a visit under the lock of its member, and returns the gym. */
async function changeVisit(
  db: Queryable,
  { lockAccount }: ChangeParts,
  { staffSub, reservationId }: VisitChange,
  change: (tx: Transaction, visit: FoundVisit) => Promise<void>,
): Promise<number> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const found = await findVisit(tx, reservationId);
    if (found === null) throw new AppError('not_found');
    await lockMemberReservations(tx, found.sub);
    const visit = await findVisit(tx, reservationId);
    if (visit === null) throw new AppError('not_found');
    await change(tx, visit);
    return visit.gymId;
  });
}

/** Marks a visit as entered or not. A call that changes nothing is not logged. */
export async function setEntry(
  db: Queryable,
  parts: ChangeParts,
  { entered, ...request }: VisitChange & { readonly entered: boolean },
  now: Date,
): Promise<number> {
  return await changeVisit(db, parts, request, async (tx, visit) => {
    if (visit.gymDay > toGymDay(now)) throw new AppError('change_impossible');
    if ((visit.enteredAt !== null) === entered) return;
    // The real time is unknown if staff mark an entry after the slot, so its start is used.
    const at = now < visit.endsAt ? now : visit.startsAt;
    if (entered) await markEntered(tx, visit, { at, by: 'staff' });
    else
      await updateVisit(tx, visit.id, { ...noEntry, ...(isWalkIn(visit) ? takenBack(now) : {}) });
    const change: NewAuditedChange = {
      field: 'entered',
      before: visit.enteredAt === null ? '' : toGymTime(visit.enteredAt).slice(0, 16),
      after: entered ? toGymTime(at).slice(0, 16) : '',
    };
    await logVisit(tx, { ...request, action: 'reservation.entry', visit, changes: [change] }, now);
  });
}

const noEntry = { enteredAt: null, enteredBy: null };
/**
 * Returns the columns of a cancelled visit. A visit without a reservation ends when its entry is
 * taken back. The member reads the reason.
 */
const takenBack = (now: Date) => ({ cancelledAt: now, gymCancelReason: '受付のキャンセル' });

interface WalkInRequest {
  readonly staffSub: string;
  readonly gymId: number;
  readonly member: string;
  readonly reason?: string;
}

interface WalkInAnswer {
  readonly reservationId: number | null;
  readonly missing: WalkInProblem[];
}

/**
 * Lets a member in without a reservation. A member who is already inside is neither let in nor
 * logged again.
 */
export async function admitWalkIn(
  db: Queryable,
  { lockAccount, accounts }: WalkInParts,
  { staffSub, gymId, member, reason: typed = '' }: WalkInRequest,
  now: Date,
): Promise<WalkInAnswer> {
  const reason = readStaffReason(typed, false);
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    await lockMemberReservations(tx, member);
    // The member is looked up under the member's lock, which deleting the account takes too: either
    // the lookup fails, or the deletion erases this visit as well.
    await requireMember(tx, accounts, member);
    const walkIn = { sub: member, gymId, ignoreMissing: reason !== '' };
    const { reservationId, missing, isNew } = await addWalkIn(tx, walkIn, now);
    const visit = reservationId === null ? null : await findVisit(tx, reservationId);
    if (visit !== null && visit.enteredAt === null) {
      await markEntered(tx, visit, { at: now, by: 'staff' });
      const changes: NewAuditedChange[] = [
        { field: 'entered', before: '', after: toGymTime(now).slice(0, 16) },
        ...missing.map((problem) => ({
          field: 'missing' as const,
          before: '',
          after: missingWords[problem],
        })),
      ];
      const action = isNew ? ('reservation.walk-in' as const) : ('reservation.entry' as const);
      const logged = { staffSub, action, visit, changes, reason: missing.length > 0 ? reason : '' };
      await logVisit(tx, logged, now);
    }
    return { reservationId, missing: [...missing] };
  });
}

/** Words for the log. */
const missingWords: Readonly<Record<WalkInProblem, string>> = {
  no_membership: '会員契約なし',
  gym_not_covered: 'プランの対象外の店舗',
  membership_ended: '会員契約の終了後',
  membership_not_started: '会員契約の開始前',
  membership_paused: '休会中',
  outside_plan_hours: 'プランの利用時間外',
  monthly_limit: '月の利用回数の上限',
  slot_full: '満席',
};

export async function setBoardNote(
  db: Queryable,
  parts: ChangeParts,
  { note: typed, ...request }: VisitChange & { readonly note: string },
  now: Date,
): Promise<number> {
  const problem = findStaffTextError(typed, { max: membershipLimits.boardNote, required: false });
  if (problem !== null) {
    throw new AppError('invalid_request', {
      fields: [{ path: '/note', in: 'body', message: problem }],
    });
  }
  const deskNote = normalizeStaffText(typed);
  return await changeVisit(db, parts, request, async (tx, visit) => {
    if (visit.deskNote === deskNote) return;
    await updateVisit(tx, visit.id, { deskNote });
    // The log does not contain the note's text: the log outlives the member, and a note may name
    // one.
    await logVisit(tx, { ...request, action: 'reservation.note', visit, changes: [] }, now);
  });
}

interface LoggedVisit {
  readonly staffSub: string;
  readonly action: 'reservation.entry' | 'reservation.note' | 'reservation.walk-in';
  readonly visit: FoundVisit;
  readonly changes: readonly NewAuditedChange[];
  readonly reason?: string;
}

async function logVisit(
  tx: Transaction,
  { staffSub, action, visit, ...logged }: LoggedVisit,
  now: Date,
): Promise<void> {
  const { gymName, startsAt, endsAt, sub } = visit;
  const target = `${gymName} ${toGymTime(startsAt).slice(0, 16)}〜${toGymTime(endsAt).slice(11, 16)}`;
  await logAuditEntry(tx, { staffSub, action, memberSub: sub, target, ...logged }, now);
}
