import type { StaffAction } from '@tanren/domain/staff/staff-audit-log';
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import { userInfos } from '#db/schema/members.ts';
import { isBefore, selectMicros, type TimePosition } from '#db/time-cursor.ts';

const { id, at, action, staffSub, staffPseudonym, memberSub, target, reason, changes } =
  staffAuditLog;
const staffInfos = alias(userInfos, 'staff_infos');
const memberInfos = alias(userInfos, 'member_infos');

interface AuditFilter {
  readonly action: StaffAction | null;
  readonly from: TimePosition | null;
  readonly limit: number;
}

export type AuditRow = Awaited<ReturnType<typeof selectEntries>>[number];

/** Newest first, by the index `staff_audit_log_newest` or that of the action. */
export function selectEntries(db: Queryable, filter: AuditFilter) {
  return db
    .select({
      id,
      at,
      action,
      target,
      memberSub,
      reason,
      changes,
      staffNickname: staffInfos.nickname,
      staffPseudonym,
      memberNickname: memberInfos.nickname,
      micros: selectMicros(at),
    })
    .from(staffAuditLog)
    .leftJoin(staffInfos, eq(staffInfos.sub, staffSub))
    .leftJoin(memberInfos, eq(memberInfos.sub, memberSub))
    .where(
      and(
        filter.action === null ? undefined : eq(action, filter.action),
        filter.from === null ? undefined : isBefore(at, id, filter.from),
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(filter.limit);
}

/** What staff did with one member, the oldest first. */
export async function listEntriesAbout(
  db: Queryable,
  member: string,
  afterId: number,
  limit: number,
) {
  return await db
    .select({ id, at, action, reason, changes })
    .from(staffAuditLog)
    .where(and(eq(memberSub, member), gt(id, afterId)))
    .orderBy(asc(id))
    .limit(limit);
}

/**
 * A statement has 30 s, and each entry that changes is entered anew in every index of the log:
 * tens of thousands took a busy server half of it.
 */
const mostAtOnce = 2000;

/**
 * What was done stays, and the pseudonym; who it was, or whom it concerned, does not. By a
 * function of the database: the program's own role may only write and read the log.
 */
export async function forgetPerson(tx: Transaction, sub: string): Promise<void> {
  for (let changed = mostAtOnce; changed === mostAtOnce;) {
    const { rows } = await tx.execute<{ changed: number }>(
      sql`select forget_in_staff_audit_log(${sub}, ${mostAtOnce}) as changed`,
    );
    changed = rows[0]?.changed ?? 0;
  }
}

/**
 * Three years by the database's own clock: the trigger that keeps the rest goes by it, and
 * would refuse the whole of it for one row that is a moment too young.
 */
export async function purgeAuditLog(db: Database): Promise<void> {
  await db.execute(sql`select purge_staff_audit_log()`);
}
