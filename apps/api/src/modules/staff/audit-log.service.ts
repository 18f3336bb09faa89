import { toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import type { AuditField, StaffAction } from '@tanren/domain/staff/staff-audit-log';
import {
  staffLimits,
  findStaffTextError,
  normalizeStaffText,
} from '@tanren/domain/staff/staff-texts';
import { and, eq, gt, sql } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { type AuditedChange, staffAuditLog } from '#db/schema/staff.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';

/** A change to log. Staff's page has a name for each of these fields. */
export interface NewAuditedChange extends AuditedChange {
  readonly field: AuditField;
}

export interface NewAuditEntry {
  readonly staffSub: string;
  readonly action: StaffAction;
  /** Member concerned by the action. */
  readonly memberSub?: string;
  /** Subject of the action, in words that do not name a member. */
  readonly target?: string;
  readonly reason?: string;
  readonly changes?: readonly NewAuditedChange[];
}

/** Logs an entry in the transaction of the change itself, so that every change has its entry. */
export async function logAuditEntry(
  tx: Transaction,
  entry: NewAuditEntry,
  now: Date,
): Promise<void> {
  await logAuditEntries(tx, [entry], now);
}

/** A view by staff of a member, or of the subject that `target` names. */
type AuditedView = Pick<NewAuditEntry, 'staffSub' | 'action' | 'memberSub' | 'target'>;

export async function hasLoggedView(
  db: Queryable,
  { staffSub, action, memberSub, target }: AuditedView,
  since: Date,
): Promise<boolean> {
  const found = await db
    .select({ id: staffAuditLog.id })
    .from(staffAuditLog)
    .where(
      and(
        memberSub === undefined ? undefined : eq(staffAuditLog.memberSub, memberSub),
        target === undefined ? undefined : eq(staffAuditLog.target, target),
        eq(staffAuditLog.staffSub, staffSub),
        eq(staffAuditLog.action, action),
        gt(staffAuditLog.at, since),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/**
 * Logs a view once. Repeated views of the same data by the same staff since then are one entry,
 * because pages fetch repeatedly.
 */
export async function logViewOnce(
  tx: Transaction,
  view: AuditedView,
  since: Date,
  now: Date,
): Promise<void> {
  const pair = `${view.staffSub} ${view.memberSub ?? view.target ?? ''}`;
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.staffView}, hashtext(${pair}))`,
  );
  if (!(await hasLoggedView(tx, view, since))) await logAuditEntry(tx, view, now);
}

/** Logs the first view of a gym day, because an open page fetches repeatedly. */
export async function logViewOfDay(
  db: Queryable,
  lockAccount: LockAccount,
  view: AuditedView,
  now: Date,
): Promise<void> {
  const since = toGymInstant(toGymDay(now), 0);
  if (await hasLoggedView(db, view, since)) return;
  await db.transaction(async (tx) => {
    await lockAccount(tx, view.staffSub);
    await logViewOnce(tx, view, since, now);
  });
}

/** Maximum number of rows in one statement, because PostgreSQL allows at most 65,535 values. */
const maxBatchSize = 1000;

export async function logAuditEntries(
  tx: Transaction,
  entries: readonly NewAuditEntry[],
  now: Date,
): Promise<void> {
  for (let from = 0; from < entries.length; from += maxBatchSize) {
    const rows = entries.slice(from, from + maxBatchSize);
    await tx
      .insert(staffAuditLog)
      .values(rows.map((entry) => ({ ...entry, changes: [...(entry.changes ?? [])], at: now })));
  }
}

type Described<Field extends AuditField> = Readonly<
  Record<Field, string | number | boolean | null>
>;

/**
 * Lists the fields that differ, in their order. Long texts are cut to the part around the
 * difference.
 */
export function listChanges<Field extends AuditField>(
  before: Partial<Described<Field>>,
  after: Described<Field>,
): NewAuditedChange[] {
  const text = (value: Described<Field>[Field] | undefined) => String(value ?? '');
  return (Object.keys(after) as Field[])
    .map((field) => ({ field, before: text(before[field]), after: text(after[field]) }))
    .filter((change) => change.before !== change.after)
    .map(abbreviate);
}

const maxCharacters = 200;
const shownBefore = 20;

function abbreviate({ field, before, after }: NewAuditedChange): NewAuditedChange {
  const [first, second] = [Array.from(before), Array.from(after)];
  if (first.length <= maxCharacters && second.length <= maxCharacters) {
    return { field, before, after };
  }
  const same = first.findIndex((character, at) => character !== second[at]);
  const from = Math.max(0, (same === -1 ? first.length : same) - shownBefore);
  return { field, before: cut(first, from), after: cut(second, from) };
}

/** Cuts a text, so that the result including the ellipses is never longer than allowed. */
function cut(characters: readonly string[], from: number): string {
  const head = from > 0 && characters.length > 0 ? '…' : '';
  const rest = characters.slice(from);
  const room = maxCharacters - head.length;
  const tail = rest.length > room ? '…' : '';
  return `${head}${rest.slice(0, room - tail.length).join('')}${tail}`;
}

/** Checks and normalizes the reason that staff typed. The member concerned can read it. */
export function readStaffReason(typed: string, required = true): string {
  const error = findStaffTextError(typed, { max: staffLimits.reason, required });
  if (error === null) return normalizeStaffText(typed);
  throw new AppError('invalid_request', {
    fields: [{ path: '/reason', in: 'body', message: error }],
  });
}
