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

/** Selects entries, newest first, with the index `staff_audit_log_newest` or that of the action. */
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

/** Lists the actions of staff about one member, oldest first. */
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
 * Maximum number of entries changed by one statement. A statement has 30 s, and each changed entry
 * is written again in every index of the log: tens of thousands took a busy server half of that
 * time.
 */
const maxBatchSize = 2000;

/**
 * Removes a person from the log. The actions and the pseudonym remain, but not the person who acted
 * or was concerned. A function of the database does it, because the program's own role may only
 * write and read the log.
 */
export async function deletePerson(tx: Transaction, sub: string): Promise<void> {
  for (let changed = maxBatchSize; changed === maxBatchSize;) {
    const { rows } = await tx.execute<{ changed: number }>(
      sql`select forget_in_staff_audit_log(${sub}, ${maxBatchSize}) as changed`,
    );
    changed = rows[0]?.changed ?? 0;
  }
}

/**
 * Deletes entries older than three years by the clock of the database. The trigger that protects
 * newer entries uses the same clock, and would reject the whole statement for one row that is
 * slightly too new.
 */
export async function purgeAuditLog(db: Database): Promise<void> {
  await db.execute(sql`select purge_staff_audit_log()`);
}
