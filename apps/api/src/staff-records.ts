import type { MemberRecords } from './modules/staff-members/member-records.ts';
import { rebuildRankings } from './modules/workout-ranking/workout-ranking.service.ts';
import { correctWorkout, removeWorkout } from './modules/workouts/corrections.service.ts';
import { readWorkout, readWorkoutPage } from './modules/workouts/workout-reads.service.ts';
import { toWorkout, toWorkoutDetail } from './modules/workouts/workout-reads.wire.ts';

/** Workouts of members as staff read and change them. */
export function createStaffRecords(tellMachine: MemberRecords['tellMachine']): MemberRecords {
  return {
    readPage: async (db, request) => {
      const page = await readWorkoutPage(db, { ...request, workoutTypeId: null });
      return { items: page.items.map(toWorkout), nextCursor: page.nextCursor };
    },
    read: async (db, { sub, workoutId }) => toWorkoutDetail(await readWorkout(db, sub, workoutId)),
    correct: async (tx, key, correction, now) =>
      await correctWorkout(tx, key, correction, rebuildRankings, now),
    remove: async (tx, key, reason, now) =>
      await removeWorkout(tx, key, reason, rebuildRankings, now),
    tellMachine,
  };
}
