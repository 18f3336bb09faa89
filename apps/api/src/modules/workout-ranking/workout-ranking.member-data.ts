import type { MemberData } from '#db/member-data.ts';
import { deleteEntries, holdTypes, listEnteredTypes } from './ranking-entries.store.ts';

/** Only what workouts and profile say already, so there is nothing more to hand out. */
export const workoutRankingData: MemberData = {
  async erase(tx, sub) {
    await holdTypes(tx, await listEnteredTypes(tx, sub));
    await deleteEntries(tx, sub, null);
  },
  exports: [],
};
