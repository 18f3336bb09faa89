import type { StaffAction } from '@tanren/domain/staff-audit-log';
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export interface AuditedChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/**
 * What staff did, kept for three years. A trigger refuses every change but two: whoever leaves
 * is taken out of it, and what has had its time goes. Nothing in target, reason or changes may
 * name a member. A second trigger writes the pseudonym, so that no program can forget or choose it.
 */
export const staffAuditLog = pgTable(
  'staff_audit_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    action: text().$type<StaffAction>().notNull(),
    staffSub: uuid('staff_sub'),
    /**
     * Follows from the account's id and not the other way: whoever left is named no longer, but
     * what one person did can still be seen to be of one person. Null: left before there was one.
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
