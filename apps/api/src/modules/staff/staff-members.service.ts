import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
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

/**
 * Milliseconds within which several calls count as one view, because one page makes several calls.
 */
const sameViewMs = 15 * 60 * 1000;

/** Logs that staff viewed the data of a member. */
async function recordView(tx: Transaction, view: MemberView, now: Date): Promise<void> {
  const since = new Date(now.getTime() - sameViewMs);
  await logViewOnce(tx, { ...view, action: 'member.view' }, since, now);
}

interface MemberParts {
  readonly lockAccount: LockAccount;
  /** `null` if the accounts are in Amazon Cognito. */
  readonly accounts: MemberAccounts | null;
  readonly eraseMember: (tx: Transaction, sub: string) => Promise<void>;
}

export interface MemberDetail extends FoundMember {
  readonly workoutCount: number;
  readonly lastWorkoutAt: Date | null;
  readonly upcomingReservations: number;
  readonly hasTrainer: boolean;
  readonly account: {
    readonly devices: number;
    readonly totpEnabled: boolean;
    readonly holdsRole: boolean;
  } | null;
}

/** Reads about a member, and logs the view of staff in the same transaction. */
export async function viewMember<T>(
  db: Queryable,
  { lockAccount, accounts }: Omit<MemberParts, 'eraseMember'>,
  view: MemberView,
  now: Date,
  read: (tx: Transaction, member: FoundMember) => Promise<T>,
): Promise<T> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, view.staffSub);
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

/** Finds members, and logs the search of staff in the same transaction, once for each page. */
export async function searchMembers(
  db: Queryable,
  { lockAccount, accounts }: Omit<MemberParts, 'eraseMember'>,
  staffSub: string,
  { query, ...page }: MemberSearch,
  now: Date,
): Promise<FoundPage> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
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
 * Describes a search for the log, which must not contain the text: it may be a name or an address.
 * The kind, the first character and the length suffice to see whether staff searched for one person
 * or for many.
 */
function describeSearch(query: string): string {
  const typed = query.trim();
  if (isMemberId(typed)) return 'ID';
  const characters = Array.from(typed);
  const kind = typed.includes('@') ? 'メールアドレス' : 'ニックネーム';
  return `${kind}「${characters[0] ?? ''}…」${characters.length}文字`;
}

export async function readMember(
  db: Queryable,
  parts: Omit<MemberParts, 'eraseMember'>,
  view: MemberView,
  now: Date,
): Promise<MemberDetail> {
  return await viewMember(db, parts, view, now, async (tx, member) => ({
    ...member,
    ...(await readTraining(tx, view.memberSub)),
    upcomingReservations: await countUpcoming(tx, view.memberSub, now),
    hasTrainer: await hasTrainer(tx, view.memberSub),
    account: (await parts.accounts?.readSafety(tx, view.memberSub, now)) ?? null,
  }));
}

/**
 * Deletes a member who asked for it. The caller announces it with `accounts.follow` after the
 * commit.
 */
export async function deleteMember(
  db: Queryable,
  { lockAccount, accounts, eraseMember }: MemberParts,
  { staffSub, memberSub }: MemberView,
  typed: string,
  now: Date,
): Promise<FoundMember> {
  const reason = readStaffReason(typed);
  // Staff may not delete themselves, because the log entry would then belong to no account.
  if (staffSub === memberSub) throw new AppError('own_account');
  return await db.transaction(async (tx) => {
    await lockBoth(tx, { lockAccount, accounts }, { staffSub, memberSub });
    const found = await requireMember(tx, accounts, memberSub);
    // The entry does not name the member, because the log must not contain members who have left.
    await logAuditEntry(tx, { staffSub, action: 'member.delete', reason }, now);
    await (accounts === null ? eraseMember(tx, memberSub) : accounts.delete(tx, memberSub));
    return found;
  });
}

/**
 * Secures the account of a member who has lost a phone: ends every sign-in, and removes the
 * authenticator app if requested. Only the command line removes the app of a trainer or staff
 * (`role_held`): without the app, their password alone would open the data of every member. The
 * caller announces it with `accounts.follow` after the commit.
 */
export async function secureMember(
  db: Queryable,
  { lockAccount, accounts }: Omit<MemberParts, 'eraseMember'>,
  { staffSub, memberSub }: MemberView,
  {
    what,
    reason: typed,
  }: { readonly what: 'signed-out' | 'totp-removed'; readonly reason: string },
  source: RequestSource,
  now: Date,
): Promise<FoundMember> {
  const reason = readStaffReason(typed);
  // Staff change their own account on the pages of a member, which require the code.
  if (staffSub === memberSub) throw new AppError('own_account');
  if (accounts === null) throw new AppError('not_found');
  return await db.transaction(async (tx) => {
    if (what === 'totp-removed')
      await lockBoth(tx, { lockAccount, accounts }, { staffSub, memberSub });
    else await lockAccount(tx, staffSub);
    const found = await requireMember(tx, accounts, memberSub);
    const action = what === 'signed-out' ? 'member.sign-out' : 'member.totp-remove';
    if (what === 'totp-removed' && !(await accounts.removeTotp(tx, source, memberSub))) {
      throw new AppError('not_found');
    }
    await accounts.endSessions(tx, source, memberSub);
    await logAuditEntry(tx, { staffSub, action, memberSub, reason }, now);
    return found;
  });
}

/**
 * Locks both accounts before a change that is forbidden for trainers and staff (`role_held`). They
 * are locked in the order of the ids: two staff who delete each other would otherwise each hold
 * their own account and wait for the other's.
 */
async function lockBoth(
  tx: Transaction,
  { lockAccount, accounts }: Pick<MemberParts, 'lockAccount' | 'accounts'>,
  { staffSub, memberSub }: MemberView,
): Promise<void> {
  if (memberSub < staffSub) await accounts?.close(tx, memberSub);
  await lockAccount(tx, staffSub);
  if (memberSub > staffSub) await accounts?.close(tx, memberSub);
}
