import { doorLeadMs } from '@tanren/domain/booking/door';
import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { and, asc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import {
  departedVisits,
  reservationWaits,
  trainingReservations,
  type WaitEnd,
} from '#db/schema/booking.ts';
import { trainingSessions } from '#db/schema/menus.ts';
import { lockMemberReservations } from '#modules/memberships/held-memberships.service.ts';
import type { ExportPart, MemberData } from '#modules/identity/member-data.service.ts';
import { lockSlots, type SlotKey } from './reservation-slots.store.ts';
import { isSeenMenu } from './training-reservations.store.ts';

const pageLength = 200;

const reservationPart: ExportPart = {
  name: 'training-reservations',
  title: '予約',
  headers: [
    'ジム',
    '営業日',
    '開始日時（日本時間）',
    '終了日時（日本時間）',
    'メニュー',
    '予約日時（日本時間）',
    'キャンセル日時（日本時間）',
    'ジム都合のキャンセルの理由',
    '通知先のメールアドレス',
    '会員番号',
    '入館日時（日本時間）',
    'ジムのメモ',
  ],
  async *readRows(db, { sub }) {
    const { id, gymId, gymDay, startsAt, endsAt, createdAt, cancelledAt } = trainingReservations;
    const { trainingSessionId, gymCancelReason, email } = trainingReservations;
    const { membershipId, enteredAt, enteredBy, deskNote } = trainingReservations;
    for (let afterId = 0; ;) {
      const page = await db
        .select({
          record: {
            id,
            gymId,
            gymDay,
            startsAt,
            endsAt,
            trainingSessionId,
            createdAt,
            cancelledAt,
            gymCancelReason,
            email,
            membershipId,
            enteredAt,
            enteredBy,
            deskNote,
          },
          gymName: gyms.name,
          title: trainingSessions.title,
        })
        .from(trainingReservations)
        .innerJoin(gyms, eq(gyms.id, gymId))
        .leftJoin(trainingSessions, isSeenMenu(sub))
        .where(and(eq(trainingReservations.sub, sub), gt(id, afterId)))
        .orderBy(asc(id))
        .limit(pageLength);
      for (const { record, gymName, title } of page) {
        yield {
          record: { ...record, gymName },
          cells: [
            gymName,
            record.gymDay,
            toGymTime(record.startsAt),
            toGymTime(record.endsAt),
            title,
            toGymTime(record.createdAt),
            record.cancelledAt && toGymTime(record.cancelledAt),
            record.gymCancelReason,
            record.email,
            record.membershipId && String(record.membershipId).padStart(8, '0'),
            record.enteredAt && toGymTime(record.enteredAt),
            record.deskNote || null,
          ],
        };
        afterId = record.id;
      }
      if (page.length < pageLength) return;
    }
  },
};

const endWords: Readonly<Record<WaitEnd, string>> = {
  reserved: '予約しました',
  left: '取りやめました',
  expired: 'ご案内の期限が過ぎました',
  started: '枠が始まりました',
  closed: 'ジムの都合により枠がなくなりました',
  uncovered: '会員契約の対象外になりました',
};

const waitPart: ExportPart = {
  name: 'reservation-waits',
  title: 'キャンセル待ち',
  headers: [
    'ジム',
    '営業日',
    '開始日時（日本時間）',
    '終了日時（日本時間）',
    '登録日時（日本時間）',
    'ご案内日時（日本時間）',
    '通知先のメールアドレス',
    '結果',
  ],
  async *readRows(db, { sub }) {
    for (let afterId = 0; ;) {
      const page = await db
        .select({ wait: reservationWaits, gymName: gyms.name })
        .from(reservationWaits)
        .innerJoin(gyms, eq(gyms.id, reservationWaits.gymId))
        .where(and(eq(reservationWaits.sub, sub), gt(reservationWaits.id, afterId)))
        .orderBy(asc(reservationWaits.id))
        .limit(pageLength);
      for (const { wait, gymName } of page) {
        const { id, gymId, gymDay, startsAt, endsAt, trainingSessionId, createdAt } = wait;
        const { email, offeredAt, offerExpiresAt, endedAt, endReason } = wait;
        const slot = { id, gymId, gymName, gymDay, startsAt, endsAt, trainingSessionId, email };
        yield {
          record: { ...slot, createdAt, offeredAt, offerExpiresAt, endedAt, endReason },
          cells: [
            gymName,
            gymDay,
            toGymTime(startsAt),
            toGymTime(endsAt),
            toGymTime(createdAt),
            offeredAt && toGymTime(offeredAt),
            email,
            endReason && endWords[endReason],
          ],
        };
        afterId = id;
      }
      if (page.length < pageLength) return;
    }
  },
};

/** Start of the slots that need a lock. Slots that began a day ago can no longer change. */
const yesterday = sql`now() - interval '1 day'`;

/** Lists the slots in which the member has a seat or waits for one. */
async function listHeldSlots(tx: Transaction, sub: string): Promise<SlotKey[]> {
  const { gymId, startsAt, cancelledAt } = trainingReservations;
  const held = await tx
    .select({ gymId, startsAt })
    .from(trainingReservations)
    .where(and(eq(trainingReservations.sub, sub), isNull(cancelledAt), gt(startsAt, yesterday)));
  const waits = await tx
    .select({ gymId: reservationWaits.gymId, startsAt: reservationWaits.startsAt })
    .from(reservationWaits)
    .where(and(eq(reservationWaits.sub, sub), isNull(reservationWaits.endedAt)));
  return [...held, ...waits];
}

/**
 * Copies the slot and the entry time of the present visit, without data that names the member. The
 * desk sees until the end of the slot that a person is inside.
 */
async function copyPresentVisit(tx: Transaction, sub: string): Promise<void> {
  const { gymId, gymDay, startsAt, endsAt, enteredAt, cancelledAt } = trainingReservations;
  const doorOpened = sql`now() + ${doorLeadMs} * interval '1 millisecond'`;
  const visits = await tx
    .select({
      gymId,
      gymDay,
      startsAt,
      endsAt,
      enteredAt: sql<Date>`${enteredAt}`.mapWith(enteredAt),
    })
    .from(trainingReservations)
    .where(
      and(
        eq(trainingReservations.sub, sub),
        isNull(cancelledAt),
        isNotNull(enteredAt),
        gt(startsAt, yesterday),
        lte(startsAt, doorOpened),
        gt(endsAt, sql`now()`),
      ),
    );
  if (visits.length > 0) await tx.insert(departedVisits).values(visits);
}

/** Erases and exports reservations. A background task offers the freed seats to waiting members. */
export const trainingReservationData: MemberData = {
  async erase(tx, sub) {
    await lockMemberReservations(tx, sub);
    await lockSlots(tx, await listHeldSlots(tx, sub));
    await copyPresentVisit(tx, sub);
    await tx.delete(trainingReservations).where(eq(trainingReservations.sub, sub));
    await tx.delete(reservationWaits).where(eq(reservationWaits.sub, sub));
  },
  exports: [reservationPart, waitPart],
};

export async function purgeDepartedVisits(db: Queryable, now: Date): Promise<void> {
  await db.delete(departedVisits).where(lte(departedVisits.endsAt, now));
}
