import type { Transaction } from './db/database.ts';
import type { ExportPart, MemberData } from './db/member-data.ts';
import { tanrenConnectionData } from './modules/tanren-connection/tanren-connection.member-data.ts';
import { termsAgreementData } from './modules/terms-agreements/terms-agreements.member-data.ts';
import { userInfoData } from './modules/userinfo/userinfo.member-data.ts';
import { workoutRankingData } from './modules/workout-ranking/workout-ranking.member-data.ts';
import { workoutData } from './modules/workouts/workouts.member-data.ts';

/** Every module that keeps something about members, in the order of the export. */
const memberData: readonly MemberData[] = [
  userInfoData,
  termsAgreementData,
  workoutData,
  tanrenConnectionData,
  workoutRankingData,
];

/**
 * All of them again, in the order in which others lock: links, profile, rankings. Workouts lock
 * the links and come before them, because by a link one finds what was rejected.
 */
const erased: readonly MemberData[] = [
  workoutData,
  tanrenConnectionData,
  userInfoData,
  workoutRankingData,
  termsAgreementData,
];

export const memberExports: readonly ExportPart[] = memberData.flatMap((data) => data.exports);

/** Erases what we keep about a member; the account itself is its user pool's to delete. */
export async function eraseMember(tx: Transaction, sub: string): Promise<void> {
  for (const data of erased) await data.erase(tx, sub);
}
