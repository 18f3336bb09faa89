import type { StaffAction } from '@tanren/domain/staff/staff-audit-log';
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export interface AuditedChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Actions of staff, kept for three years. A trigger rejects every change but two: removing the name
 * of a person who left, and deleting rows after three years. Target, reason and changes must not
 * name a member. A second trigger writes the pseudonym, so that the program can neither omit nor
 * choose it.
 */
export const staffAuditLog = pgTable(
  'staff_audit_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    action: text().$type<StaffAction>().notNull(),
    staffSub: uuid('staff_sub'),
    /**
     * Derived one way from the account's id. After a person has left, the log no longer names them,
     * but still shows which actions were of the same person. `null` for a person who left before
     * pseudonyms existed.
     */
    staffPseudonym: text('staff_pseudonym'),
    memberSub: uuid('member_sub'),
    target: text(),
    reason: text().notNull().default(''),
    changes: jsonb().$type<readonly AuditedChange[]>().notNull().default([]),
  },
  (table) => [
    index('staff_audit_log_newest').on(table.at, table.id),
    index('staff_audit_log_by_action').on(table.action, table.at, table.id),
    index('staff_audit_log_of_staff').on(table.staffSub),
    index('staff_audit_log_of_member').on(table.memberSub),
  ],
);
