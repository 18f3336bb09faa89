import type { Transaction } from './db/database.ts';
import type { ExportPart, MemberData } from './db/member-data.ts';
import { termsAgreementData } from './modules/terms-agreements/terms-agreements.member-data.ts';
import { userInfoData } from './modules/userinfo/userinfo.member-data.ts';

/** Every module that keeps something about members; the order is that of the export. */
const memberData: readonly MemberData[] = [userInfoData, termsAgreementData];

export const memberExports: readonly ExportPart[] = memberData.flatMap((data) => data.exports);

/** Erases what we keep about a member; the account itself is its user pool's to delete. */
export async function eraseMember(tx: Transaction, sub: string): Promise<void> {
  for (const data of memberData) await data.erase(tx, sub);
}
