import type { RejectionReason } from '@tanren/contract/machines/machine-messages';
import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { toStrengthBand } from '@tanren/domain/workouts/strength';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { rejectedMessages, tanrenConnections } from '#db/schema/machines.ts';
import { removedWorkouts, strengthStates, workoutBests, workouts } from '#db/schema/workouts.ts';
import type { ExportPart, MemberData } from '#modules/identity/member-data.service.ts';
import { deleteRecordsOf, lockClaimsOf, recordParts } from './records/records.member-data.ts';
import { readSetRows, workoutSetHeaders } from './workouts-csv.ts';

function linksOf(db: Queryable, sub: string) {
  return db
    .select({ id: tanrenConnections.id })
    .from(tanrenConnections)
    .where(eq(tanrenConnections.sub, sub));
}

/**
 * Locks the links of a member. Every workout belongs to a link or a claim, and storing one locks
 * that row: once all of them are locked, no workout of the member can arrive. Locks follow the
 * order of the ingest.
 */
async function lockLinks(tx: Transaction, sub: string): Promise<void> {
  await linksOf(tx, sub).orderBy(asc(tanrenConnections.id)).for('update');
}

/**
 * Deletes the workouts, and their sets with them. Rows of workouts that staff removed are deleted
 * after them, because they are derived from workouts.
 */
async function deleteWorkouts(tx: Transaction, sub: string): Promise<void> {
  await tx.delete(workouts).where(eq(workouts.sub, sub));
  await tx.delete(removedWorkouts).where(eq(removedWorkouts.sub, sub));
  await tx.delete(workoutBests).where(eq(workoutBests.sub, sub));
  await tx.delete(strengthStates).where(eq(strengthStates.sub, sub));
}

/**
 * Deletes the rejected messages of a member. They name the member only by a link, so they are
 * deleted before the links.
 */
async function deleteRejectedOf(tx: Transaction, sub: string): Promise<void> {
  await tx.delete(rejectedMessages).where(inArray(rejectedMessages.connectionId, linksOf(tx, sub)));
}

/**
 * Lists the rejected messages of a member. Their number is bounded by the 90 days for which they
 * are kept.
 */
async function listRejectedOf(db: Queryable, sub: string, afterId: number, limit: number) {
  const { id, machineId, receivedAt, reason, workoutUuid, connectionId, payload } =
    rejectedMessages;
  return await db
    .select({ id, machineId, receivedAt, reason, workoutUuid, connectionId, payload })
    .from(rejectedMessages)
    .where(and(inArray(connectionId, linksOf(db, sub)), gt(id, afterId)))
    .orderBy(asc(id))
    .limit(limit);
}

/** Lists the removed workouts of a member. They are few, because staff removed each by hand. */
async function listRemovedOf(db: Queryable, sub: string) {
  const { workoutUuid, workoutTypeId, machineId, startedAt, removedAt, reason } = removedWorkouts;
  return await db
    .select({ workoutUuid, workoutTypeId, machineId, startedAt, removedAt, reason })
    .from(removedWorkouts)
    .where(eq(removedWorkouts.sub, sub))
    .orderBy(asc(removedAt), asc(workoutUuid));
}

const setPart: ExportPart = {
  name: 'workouts',
  title: 'トレーニングの記録（1行が1セット）',
  headers: workoutSetHeaders,
  readRows: (db, { sub }) => readSetRows(db, sub, null),
};

const pageLength = 100;

const reasonNames: Record<RejectionReason, string> = {
  too_large: 'データが大きすぎるため',
  not_json: 'データが壊れていたため',
  invalid_shape: 'データの形式が正しくないため',
  unknown_connection: '接続が見つからないため',
  outside_connection: '接続していた時間の外の記録のため',
  uuid_taken: '別の記録と番号が重なったため',
  claim_token_taken: '別の記録と受け取りコードが重なったため',
  load_out_of_range: 'マシンの範囲を超える重量のため',
  load_off_step: 'マシンに設定できない重量のため',
  rep_too_fast: '1回の動作が短すぎるため',
  too_many_sets: 'セットが多すぎるため',
  ends_before_start: '開始と終了の時刻が合わないため',
  too_short_for_reps: '回数に対して時間が短すぎるため',
  in_future: '未来の時刻の記録のため',
  too_old: '30日より前の記録のため',
  overlaps_workout: '同じマシンの別の記録と時間が重なるため',
  rep_times_impossible: '1回ごとの時刻が前後しているため',
  phases_too_long: '上げ下げの時間が1回の時間より長いため',
  velocity_impossible: '速度が可動域や時間と合わないため',
};

const rejectedPart: ExportPart = {
  name: 'rejected-workouts',
  title: '記録できなかったマシンからのデータ',
  headers: ['受信日時（日本時間）', 'マシン番号', '理由', '受信した内容'],
  async *readRows(db, { sub }) {
    for (let afterId = 0; ;) {
      const page = await listRejectedOf(db, sub, afterId, pageLength);
      for (const { id, ...rejected } of page) {
        const { receivedAt, machineId, reason, payload } = rejected;
        yield {
          record: rejected,
          cells: [toGymTime(receivedAt), machineId, reasonNames[reason], payload],
        };
        afterId = id;
      }
      if (page.length < pageLength) return;
    }
  },
};

const removedPart: ExportPart = {
  name: 'removed-workouts',
  title: 'スタッフが削除した記録、自分の記録ではないとした記録',
  headers: [
    '種目',
    'マシン番号',
    'トレーニング開始日時（日本時間）',
    '削除日時（日本時間）',
    '理由',
  ],
  async *readRows(db, { sub }) {
    for (const removed of await listRemovedOf(db, sub)) {
      const { workoutTypeId, machineId, startedAt, removedAt, reason } = removed;
      const type = workoutTypes.find(({ id }) => id === workoutTypeId)?.name ?? null;
      const times = [toGymTime(startedAt), toGymTime(removedAt)];
      yield { record: removed, cells: [type, machineId, ...times, reason] };
    }
  },
};

const strengthPart: ExportPart = {
  name: 'strength',
  title: '推定1RMの範囲（実際の値がこの範囲に入る見込みは80%）',
  headers: ['種目', '推定1RMの下限（kg）', '推定1RMの上限（kg）', '日時（日本時間）'],
  async *readRows(db, { sub }) {
    const { workoutTypeId, mean, sd, at, workoutId, machineId, machineOffset } = strengthStates;
    const states = await db
      .select({ workoutTypeId, mean, sd, at, workoutId, machineId, machineOffset })
      .from(strengthStates)
      .where(eq(strengthStates.sub, sub));
    for (const state of states) {
      const type = workoutTypes.find(({ id }) => id === state.workoutTypeId)?.name ?? null;
      const band = toStrengthBand(state, state.at);
      const kg = [band?.low ?? null, band?.high ?? null].map((one) => one && Math.round(one));
      yield { record: state, cells: [type, ...kg, toGymTime(state.at)] };
    }
  },
};

export const workoutData: MemberData = {
  async erase(tx, sub) {
    await lockClaimsOf(tx, sub);
    await lockLinks(tx, sub);
    await deleteRejectedOf(tx, sub);
    await deleteWorkouts(tx, sub);
    await deleteRecordsOf(tx, sub);
  },
  exports: [setPart, strengthPart, rejectedPart, removedPart, ...recordParts],
};
