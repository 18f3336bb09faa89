import type { Transaction } from '#db/database.ts';
import {
  favoriteTrainingSessions,
  trainingSessionRuns,
  type TrainingSessionRunRow,
  trainingSessions,
} from '#db/schema/training-sessions.ts';
import { countTags, indexSession } from '#modules/training-sessions/session-index.store.ts';
import { insertRows } from './insert-rows.ts';
import type { SessionRows } from './session-rows.ts';

/** Found and counted by the same means as those that members make. */
export async function insertSessions(
  tx: Transaction,
  { sessions, favorites }: SessionRows,
  runs: readonly TrainingSessionRunRow[],
): Promise<void> {
  await tx.insert(trainingSessions).overridingSystemValue().values(sessions);
  for (const session of sessions) await indexSession(tx, session);
  await countTags(tx, [], sessions);
  await insertRows(tx, favoriteTrainingSessions, favorites);
  await tx
    .insert(trainingSessionRuns)
    .overridingSystemValue()
    .values([...runs]);
}
