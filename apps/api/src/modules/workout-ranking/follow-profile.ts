import type { Transaction } from '#db/database.ts';
import type { UserInfoRow } from '#db/schema/userinfo.ts';
import { renameEntries } from './ranking-entries.store.ts';
import { awaitStoring } from './ranking-members.store.ts';
import { rebuildRankings } from './workout-ranking.service.ts';

/** Lets a profile that was just made (`before` is null) or changed count, in its transaction. */
export async function followProfile(
  tx: Transaction,
  before: UserInfoRow | null,
  after: UserInfoRow,
  now: Date,
): Promise<void> {
  const { sub, nickname } = after;
  if (before === null) await awaitStoring(tx, sub);
  if (before === null || changesRanks(before, after)) await rebuildRankings(tx, sub, now);
  else if (before.nickname !== nickname) await renameEntries(tx, sub, nickname);
}

function changesRanks(before: UserInfoRow, after: UserInfoRow): boolean {
  return (
    before.rankingVisible !== after.rankingVisible ||
    before.weight !== after.weight ||
    before.birthDate !== after.birthDate ||
    before.sex !== after.sex
  );
}
