import { defaultPageLimit } from '@tanren/contract/endpoint';
import type { MemberWorkouts } from '#modules/workouts/records/staff-workouts.service.ts';
import type { MemberRecords } from '#modules/trainers/trainer-members.routes.ts';
import { readStatus } from '#modules/workouts/training-status.service.ts';
import { readHistory, toWorkoutHistory } from '#modules/workouts/workout-history.service.ts';
import { listLoads } from '#modules/workouts/workout-loads.service.ts';
import { selectChosen } from '#modules/workouts/workout-loads.store.ts';
import { rebuildRankings } from '#modules/workouts/ranking/workout-ranking.service.ts';
import type { MemberCorrections } from '#modules/workouts/records/staff-workout-corrections.service.ts';
import { readTypes } from '#modules/workouts/workout-types.routes.ts';
import { correctWorkout, removeWorkout } from '#modules/workouts/records/corrections.service.ts';
import { settleCorrection } from '#modules/workouts/records/member-corrections.service.ts';
import { selectPendingCorrections } from '#modules/workouts/records/member-corrections.store.ts';
import { readRecord } from '#modules/workouts/records/records.service.ts';
import {
  readWorkout,
  readWorkoutPage,
  toWorkout,
  toWorkoutDetail,
} from '#modules/workouts/workout-reads.service.ts';

/** What members see of themselves, for whom they let see it, from the modules that know it. */
export const memberRecords: MemberRecords = {
  async listWorkouts(db, sub, { workoutType, cursor, limit }) {
    const { items, nextCursor } = await readWorkoutPage(db, {
      sub,
      workoutTypeId: workoutType ?? null,
      cursor: cursor ?? null,
      limit: limit ?? defaultPageLimit,
    });
    return { items: items.map(toWorkout), nextCursor };
  },
  getWorkout: async (db, sub, workoutId) => toWorkoutDetail(await readWorkout(db, sub, workoutId)),
  getHistory: async (db, sub, { workoutType, period }, now) =>
    toWorkoutHistory(await readHistory(db, sub, workoutType, period ?? 'all', now)),
  listLoads,
  listTypes: async (db, sub) => await readTypes(db, selectChosen, sub),
  getStatus: async (db, sub, now) => await readStatus(db, sub, now),
};

/** Workouts of members as staff read and change them. */
export function createMemberWorkouts(
  notifyMachine: MemberWorkouts['notifyMachine'],
): MemberWorkouts {
  return {
    readPage: async (db, request) => {
      const page = await readWorkoutPage(db, { ...request, workoutTypeId: null });
      return { items: page.items.map(toWorkout), nextCursor: page.nextCursor };
    },
    read: async (db, { sub, workoutId }) => toWorkoutDetail(await readWorkout(db, sub, workoutId)),
    readRecord,
    correct: async (tx, key, correction, now) =>
      await correctWorkout(tx, key, correction, rebuildRankings, now),
    remove: async (tx, key, reason, now) =>
      await removeWorkout(tx, key, reason, rebuildRankings, now),
    notifyMachine,
  };
}

/** What members corrected, as staff decide about it. */
export function createMemberCorrections(
  notifyMachine: MemberCorrections['notifyMachine'],
): MemberCorrections {
  return {
    listPending: async (db, filter) => await selectPendingCorrections(db, filter),
    settle: async (tx, correctionId, verdict, now) =>
      await settleCorrection(tx, correctionId, verdict, rebuildRankings, now),
    notifyMachine,
  };
}
