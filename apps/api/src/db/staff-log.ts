import type { StaffAction } from '@tanren/domain/staff-actions';
import type { Transaction } from './database.ts';
import { type AuditedChange, staffAuditLog } from './schema/staff-audit-log.ts';

export interface StaffDeed {
  readonly staffSub: string;
  readonly action: StaffAction;
  /** Whom it concerns. */
  readonly memberSub?: string;
  /** What it concerns, in words that name no member. */
  readonly target?: string;
  readonly reason?: string;
  readonly changes?: readonly AuditedChange[];
}

/** In the transaction of the change itself: what is not logged has not happened. */
export async function logStaffDeed(tx: Transaction, deed: StaffDeed, now: Date): Promise<void> {
  await tx.insert(staffAuditLog).values({ ...deed, changes: [...(deed.changes ?? [])], at: now });
}

type Described = Readonly<Record<string, string | number | boolean | null>>;

/** What differs, in the order of the fields. */
export function listChanges(before: Described, after: Described): AuditedChange[] {
  const text = (value: Described[string] | undefined) => String(value ?? '');
  return Object.keys(after)
    .map((field) => ({ field, before: text(before[field]), after: text(after[field]) }))
    .filter((change) => change.before !== change.after);
}
