import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { toKilograms } from '@tanren/domain/workouts/loads';
import type {
  ClaimState,
  RecordActor,
  RecordEventKind,
} from '@tanren/domain/workouts/workout-records';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  type SetSnapshot,
  rejectedWorkouts,
  withheldRecords,
  workoutClaims,
  workoutCorrections,
  workoutEvents,
} from '#db/schema/workout-records.ts';
import type { ExportPart } from '#modules/identity/member-data.service.ts';

/**
 * Locks the claims of a member. It runs before the links are locked, because storing a bout for a
 * claim locks the claim first.
 */
export async function lockClaimsOf(tx: Transaction, sub: string): Promise<void> {
  await tx
    .select({ id: workoutClaims.id })
    .from(workoutClaims)
    .where(eq(workoutClaims.sub, sub))
    .orderBy(asc(workoutClaims.id))
    .for('update');
}

/** Deletes the member's records. The rows of the bouts remain, because they name no member. */
export async function deleteRecordsOf(tx: Transaction, sub: string): Promise<void> {
  await tx.delete(workoutClaims).where(eq(workoutClaims.sub, sub));
  await tx.delete(rejectedWorkouts).where(eq(rejectedWorkouts.sub, sub));
  await tx.delete(withheldRecords).where(eq(withheldRecords.sub, sub));
  await tx.delete(workoutCorrections).where(eq(workoutCorrections.sub, sub));
  await tx.delete(workoutEvents).where(eq(workoutEvents.sub, sub));
}

const claimNames: Record<ClaimState, string> = {
  waiting: 'マシンからの記録を待っています',
  stored: '受け取り済み',
  refused: '受け取れませんでした',
};

/** Lists the claims of a member. Their number is bounded by the 30 days for which they are kept. */
async function listClaimsOf(db: Queryable, sub: string) {
  const { machineId, state, claimedAt, workoutId } = workoutClaims;
  return await db
    .select({ machineId, state, claimedAt, workoutId })
    .from(workoutClaims)
    .where(eq(workoutClaims.sub, sub))
    .orderBy(asc(claimedAt), asc(workoutClaims.id));
}

const claimPart: ExportPart = {
  name: 'workout-claims',
  title: 'あとから受け取った記録（30日分）',
  headers: ['日時（日本時間）', 'マシン番号', '状態', 'トレーニング番号'],
  async *readRows(db, { sub }) {
    for (const claim of await listClaimsOf(db, sub)) {
      const { claimedAt, machineId, state, workoutId } = claim;
      yield {
        record: claim,
        cells: [toGymTime(claimedAt), machineId, claimNames[state], workoutId],
      };
    }
  },
};

/**
 * Lists the rejected records of a member. They are few: the number per day is limited, and they are
 * kept for 30 days.
 */
async function listRejectedOf(db: Queryable, sub: string) {
  const { workoutId, workoutTypeId, rejectedAt, reason, content } = rejectedWorkouts;
  return await db
    .select({ workoutId, workoutTypeId, rejectedAt, reason, content })
    .from(rejectedWorkouts)
    .where(eq(rejectedWorkouts.sub, sub))
    .orderBy(asc(rejectedAt), asc(workoutId));
}

const rejectedPart: ExportPart = {
  name: 'records-not-mine',
  title: '自分の記録ではないとした記録（30日分）',
  headers: ['日時（日本時間）', '種目', 'トレーニング番号', '理由'],
  async *readRows(db, { sub }) {
    for (const rejected of await listRejectedOf(db, sub)) {
      const { rejectedAt, workoutTypeId, workoutId, reason } = rejected;
      const type = workoutTypes.find(({ id }) => id === workoutTypeId)?.name ?? null;
      yield { record: rejected, cells: [toGymTime(rejectedAt), type, workoutId, reason] };
    }
  },
};

const eventNames: Record<RecordEventKind, string> = {
  recorded: '記録',
  claimed: '記録の受け取り',
  rejected: '自分の記録ではないとして記録から外した',
  restored: '外した記録を元に戻した',
  corrected: '記録の訂正（スタッフの確認待ち）',
  correction_withdrawn: '訂正の取り下げ',
  correction_confirmed: '訂正の承認',
  correction_refused: '訂正の差し戻し',
  corrected_by_staff: 'スタッフによる修正',
};
const actorNames: Record<RecordActor, string> = {
  machine: 'マシン',
  member: 'ご自身',
  staff: 'スタッフ',
};

const pageLength = 200;

async function listEventsOf(db: Queryable, sub: string, afterId: number) {
  return await db
    .select()
    .from(workoutEvents)
    .where(and(eq(workoutEvents.sub, sub), gt(workoutEvents.id, afterId)))
    .orderBy(asc(workoutEvents.id))
    .limit(pageLength);
}

const eventPart: ExportPart = {
  name: 'workout-record-history',
  title: '記録の受け取り・訂正などの履歴',
  headers: ['日時（日本時間）', 'トレーニング番号', 'できごと', '誰が', '理由', '前', '後'],
  async *readRows(db, { sub }) {
    for (let afterId = 0; ;) {
      const page = await listEventsOf(db, sub, afterId);
      for (const { id, at, workoutId, kind, actor, reason, before, after } of page) {
        const event = { at, workoutId, kind, actor, reason, before, after };
        const words = [eventNames[kind], actorNames[actor], reason];
        const sets = [describeSets(before), describeSets(after)];
        yield { record: event, cells: [toGymTime(at), workoutId, ...words, ...sets] };
        afterId = id;
      }
      if (page.length < pageLength) return;
    }
  },
};

export function describeSets(sets: readonly SetSnapshot[] | null): string | null {
  if (sets === null) return null;
  return sets
    .map(({ loadHg, repLoadsHg }) => `${toKilograms(loadHg)}kg×${repLoadsHg.length}`)
    .join('、');
}

export const recordParts: readonly ExportPart[] = [claimPart, rejectedPart, eventPart];
