import { defaultPageLimit } from '@tanren/contract/paging';
import type { MemberRecords } from './modules/trainer-links/trainer-member-records.routes.ts';
import { readStatus } from './modules/training-status/training-status.service.ts';
import { readHistory } from './modules/workout-history/workout-history.service.ts';
import { toWorkoutHistory } from './modules/workout-history/workout-history.wire.ts';
import { readLoads } from './modules/workout-loads/workout-loads.service.ts';
import { toWorkoutLoad } from './modules/workout-loads/workout-loads.wire.ts';
import { readWorkout, readWorkoutPage } from './modules/workouts/workout-reads.service.ts';
import { toWorkout, toWorkoutDetail } from './modules/workouts/workout-reads.wire.ts';

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
  listLoads: async (db, sub, now) => (await readLoads(db, sub, now)).map(toWorkoutLoad),
  getStatus: async (db, sub, now) => await readStatus(db, sub, now),
};
