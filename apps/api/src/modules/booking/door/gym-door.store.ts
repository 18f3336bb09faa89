import type { DoorReason } from '@tanren/domain/booking/door';
import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { and, asc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { doorRequests, trainingReservations } from '#db/schema/booking.ts';
import type { MemberData } from '#modules/identity/member-data.service.ts';
import { deleteEntries, doorEntryPart } from './door-entries.store.ts';

type DoorRequestRow = typeof doorRequests.$inferSelect;
export type DoorRequest = Omit<DoorRequestRow, 'id'>;

/** Lists the reservations of a member in a gym that are not over, earliest first. */
export async function listComing(db: Queryable, sub: string, gymId: number, now: Date) {
  const table = trainingReservations;
  const { id, seat, gymDay, startsAt, endsAt, createdAt, codesShownAt } = table;
  const { cancelDeadlineMinutes, capacity, slotMinutes } = gyms;
  return await db
    .select({
      id,
      gymId: table.gymId,
      seat,
      gymDay,
      startsAt,
      endsAt,
      createdAt,
      codesShownAt,
      gym: { cancelDeadlineMinutes, capacity, slotMinutes },
    })
    .from(table)
    .innerJoin(gyms, eq(gyms.id, table.gymId))
    .where(
      and(
        eq(table.sub, sub),
        eq(table.gymId, gymId),
        gt(table.endsAt, now),
        isNull(table.cancelledAt),
      ),
    )
    .orderBy(asc(table.startsAt));
}

/** Records that codes of these reservations were shown. */
export async function recordShown(
  tx: Transaction,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  const { id, codesShownAt } = trainingReservations;
  await tx
    .update(trainingReservations)
    .set({ codesShownAt: now })
    .where(and(inArray(id, [...ids]), isNull(codesShownAt)));
}

/** Locks the log of the member's door requests until the transaction ends. */
export async function lockRequests(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.doorRequest}, hashtext(${sub}))`,
  );
}

/** Returns whether the same request with the same answer has been logged since then. */
export async function isLogged(
  db: Queryable,
  { sub, gymId, granted, reason }: DoorRequest,
  since: Date,
): Promise<boolean> {
  const table = doorRequests;
  const found = await db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.sub, sub),
        eq(table.gymId, gymId),
        gt(table.requestedAt, since),
        eq(table.granted, granted),
        sql`${table.reason} is not distinct from ${reason}`,
      ),
    )
    .limit(1);
  return found.length > 0;
}

export async function insertRequest(db: Queryable, request: DoorRequest): Promise<void> {
  await db.insert(doorRequests).values(request);
}

async function listRequests(db: Queryable, sub: string, afterId: number, limit: number) {
  const { id, gymId, requestedAt, granted, reason } = doorRequests;
  return await db
    .select({ id, gymId, gymName: gyms.name, requestedAt, granted, reason })
    .from(doorRequests)
    .innerJoin(gyms, eq(gyms.id, gymId))
    .where(and(eq(doorRequests.sub, sub), gt(id, afterId)))
    .orderBy(asc(id))
    .limit(limit);
}

async function deleteRequests(db: Queryable, sub: string): Promise<void> {
  await db.delete(doorRequests).where(eq(doorRequests.sub, sub));
}

export async function purgeDoorRequests(db: Queryable, requestedBefore: Date): Promise<void> {
  await db.delete(doorRequests).where(lt(doorRequests.requestedAt, requestedBefore));
}

const pageSize = 500;

const reasonNames: Record<DoorReason, string> = {
  no_reservation: '表示なし（予約がないため）',
  too_early: '表示なし（予約の15分前より早いため）',
  still_changeable: '表示なし（まだ変更・キャンセルできる予約のため）',
  no_membership: '表示なし（会員契約がないため）',
  gym_not_covered: '表示なし（プランの対象外のジムのため）',
  membership_ended: '表示なし（会員契約が終了したため）',
  membership_not_started: '表示なし（会員契約の開始前のため）',
  membership_paused: '表示なし（休会中のため）',
  outside_plan_hours: '表示なし（プランのご利用時間外のため）',
  monthly_limit: '表示なし（今月の上限回数に達したため）',
};

async function* readRequests(db: Queryable, sub: string) {
  let page = await listRequests(db, sub, 0, pageSize);
  while (page.length > 0) {
    yield* page;
    page = await listRequests(db, sub, page.at(-1)?.id ?? 0, pageSize);
  }
}

export const gymDoorData: MemberData = {
  async erase(tx, sub) {
    await deleteRequests(tx, sub);
    await deleteEntries(tx, sub);
  },
  exports: [
    {
      name: 'door-requests',
      title: '入館コードを表示した履歴（90日分）',
      headers: ['日時（日本時間）', 'ジム', '結果'],
      async *readRows(db, { sub }) {
        for await (const { gymName, ...request } of readRequests(db, sub)) {
          const { requestedAt, reason } = request;
          yield {
            record: request,
            cells: [
              toGymTime(requestedAt),
              gymName,
              reason === null ? '表示しました' : reasonNames[reason],
            ],
          };
        }
      },
    },
    doorEntryPart,
  ],
};
