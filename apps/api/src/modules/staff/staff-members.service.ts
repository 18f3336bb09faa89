import { AppError } from '#http/app-error.ts';
import type { Database, Transaction } from '#db/database.ts';
import type { HoldAccount } from '#modules/identity/accounts.service.ts';
import { logAuditEntry, logViewOnce, readStaffReason } from './audit-log.service.ts';
import {
  findMembers,
  type FoundMember,
  type FoundPage,
  isMemberId,
  type MemberAccounts,
  type RequestSource,
  requireMember,
} from './find-members.service.ts';
import { countUpcoming, hasTrainer, type MemberView, readTraining } from './staff-members.store.ts';

/** One page makes several calls, which count as one view. */
const sameViewMs = 15 * 60 * 1000;

/** Records that staff viewed what we know of a member. */
async function recordView(tx: Transaction, view: MemberView, now: Date): Promise<void> {
  const since = new Date(now.getTime() - sameViewMs);
  await logViewOnce(tx, { ...view, action: 'member.view' }, since, now);
}

interface MemberParts {
  readonly db: Database;
  readonly holdAccount: HoldAccount;
  /** Null: they are Amazon Cognito's. */
  readonly accounts: MemberAccounts | null;
  readonly eraseMember: (tx: Transaction, sub: string) => Promise<void>;
}

export interface MemberDetail extends FoundMember {
  readonly workoutCount: number;
  readonly lastWorkoutAt: Date | null;
  readonly upcomingReservations: number;
  readonly hasTrainer: boolean;
  readonly account: { readonly devices: number; readonly totpEnabled: boolean } | null;
}

/** Reads about a member, and notes in the same transaction that staff did. */
export async function viewMember<T>(
  { db, holdAccount, accounts }: Omit<MemberParts, 'eraseMember'>,
  view: MemberView,
  now: Date,
  read: (tx: Transaction, member: FoundMember) => Promise<T>,
): Promise<T> {
  return await db.transaction(async (tx) => {
    await holdAccount(tx, view.staffSub);
    const member = await requireMember(tx, accounts, view.memberSub);
    await recordView(tx, view, now);
    return await read(tx, member);
  });
}

interface MemberSearch {
  readonly query: string;
  readonly cursor?: string;
  readonly limit: number;
}

/** Finds members, and notes in the same transaction that staff searched; once for each page. */
export async function searchMembers(
  { db, holdAccount, accounts }: Omit<MemberParts, 'eraseMember'>,
  staffSub: string,
  { query, ...page }: MemberSearch,
  now: Date,
): Promise<FoundPage> {
  return await db.transaction(async (tx) => {
    await holdAccount(tx, staffSub);
    const found = await findMembers(tx, accounts, query, page);
    const more = page.cursor === undefined ? '' : '続き';
    const target = `${describeSearch(query)}・${more}${found.items.length}件`;
    const [only] = found.items.length === 1 ? found.items : [];
    const about = only === undefined ? {} : { memberSub: only.member };
    await logAuditEntry(tx, { staffSub, action: 'member.search', target, ...about }, now);
    return found;
  });
}

/**
 * What was searched may be somebody's name or address, which the log must not keep. Its kind, first
 * character and length suffice to see whether somebody searched for one person or for everybody.
 */
function describeSearch(query: string): string {
  const typed = query.trim();
  if (isMemberId(typed)) return 'ID';
  const characters = Array.from(typed);
  const kind = typed.includes('@') ? 'メールアドレス' : 'ニックネーム';
  return `${kind}「${characters[0] ?? ''}…」${characters.length}文字`;
}

export async function readMember(
  parts: Omit<MemberParts, 'eraseMember'>,
  view: MemberView,
  now: Date,
): Promise<MemberDetail> {
  return await viewMember(parts, view, now, async (tx, member) => ({
    ...member,
    ...(await readTraining(tx, view.memberSub)),
    upcomingReservations: await countUpcoming(tx, view.memberSub, now),
    hasTrainer: await hasTrainer(tx, view.memberSub),
    account: (await parts.accounts?.readSafety(tx, view.memberSub, now)) ?? null,
  }));
}

/** Of somebody who asked for it. Answers whether the account is gone as well. */
export async function deleteMember(
  { db, holdAccount, accounts, eraseMember }: MemberParts,
  { staffSub, memberSub }: MemberView,
  typed: string,
  source: RequestSource,
  now: Date,
): Promise<boolean> {
  const reason = readStaffReason(typed);
  // Nobody would be left who did it.
  if (staffSub === memberSub) throw new AppError('own_account');
  const member = await db.transaction(async (tx) => {
    await lockBoth(tx, { holdAccount, accounts }, { staffSub, memberSub });
    const found = await requireMember(tx, accounts, memberSub);
    // The entry does not name the member: the log must not keep those who have left.
    await logAuditEntry(tx, { staffSub, action: 'member.delete', reason }, now);
    await (accounts === null ? eraseMember(tx, memberSub) : accounts.delete(tx, memberSub));
    return found;
  });
  await accounts?.follow(source, member, 'deleted');
  return accounts !== null;
}

/**
 * For somebody who has lost a phone: every sign-in ends, and the app goes too where it is asked.
 * Only the command line takes the app off a trainer or staff (`role_held`): with the app gone, their
 * password alone would open the data of every member.
 */
export async function secureMember(
  { db, holdAccount, accounts }: Omit<MemberParts, 'eraseMember'>,
  { staffSub, memberSub }: MemberView,
  {
    what,
    reason: typed,
  }: { readonly what: 'signed-out' | 'totp-removed'; readonly reason: string },
  source: RequestSource,
  now: Date,
): Promise<void> {
  const reason = readStaffReason(typed);
  // Staff change their own account on the pages of a member, which ask for the code.
  if (staffSub === memberSub) throw new AppError('own_account');
  if (accounts === null) throw new AppError('not_found');
  const member = await db.transaction(async (tx) => {
    if (what === 'totp-removed')
      await lockBoth(tx, { holdAccount, accounts }, { staffSub, memberSub });
    else await holdAccount(tx, staffSub);
    const found = await requireMember(tx, accounts, memberSub);
    const action = what === 'signed-out' ? 'member.sign-out' : 'member.totp-remove';
    if (what === 'totp-removed' && !(await accounts.removeTotp(tx, source, memberSub))) {
      throw new AppError('not_found');
    }
    await accounts.endSessions(tx, source, memberSub);
    await logAuditEntry(tx, { staffSub, action, memberSub, reason }, now);
    return found;
  });
  await accounts.follow(source, member, what);
}

/**
 * Locks the member's account before a change that no trainer or staff may suffer (`role_held`).
 * The order of the ids decides: of two who delete each other, each would otherwise hold the own
 * account and wait for the other's.
 */
async function lockBoth(
  tx: Transaction,
  { holdAccount, accounts }: Pick<MemberParts, 'holdAccount' | 'accounts'>,
  { staffSub, memberSub }: MemberView,
): Promise<void> {
  if (memberSub < staffSub) await accounts?.close(tx, memberSub);
  await holdAccount(tx, staffSub);
  if (memberSub > staffSub) await accounts?.close(tx, memberSub);
}
