import { normalizeNickname } from '@tanren/domain/members/profile-fields';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  findByNumber,
  type FoundProfile,
  listContractNames,
  listProfiles,
  selectByBeginning,
  selectByContractName,
  selectByPart,
} from './staff-members.store.ts';

interface MemberAccount {
  readonly sub: string;
  readonly email: string;
  readonly createdAt: Date;
}

type StaffActionOnAccount = 'deleted' | 'signed-out' | 'totp-removed';

/** Origin of a call of staff, for the logs. */
export interface RequestSource {
  readonly address: string;
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
}

/** Accounts of the embedded user pool. Amazon Cognito manages its own accounts. */
export interface MemberAccounts {
  readonly listBySub: (db: Queryable, subs: readonly string[]) => Promise<readonly MemberAccount[]>;
  readonly findByEmail: (db: Queryable, email: string) => Promise<MemberAccount | null>;
  /**
   * Waits for transactions that have locked the account, and lets no other one lock it. Throws
   * `role_held` when it belongs to a trainer or staff.
   */
  readonly close: (tx: Transaction, sub: string) => Promise<void>;
  readonly readSafety: (
    db: Queryable,
    sub: string,
    now: Date,
  ) => Promise<{
    readonly devices: number;
    readonly totpEnabled: boolean;
    readonly holdsRole: boolean;
  } | null>;
  readonly endSessions: (tx: Transaction, source: RequestSource, sub: string) => Promise<void>;
  /** Removes the authenticator app. Returns `false` if there is none. */
  readonly removeTotp: (tx: Transaction, source: RequestSource, sub: string) => Promise<boolean>;
  /** Sends a mail to the stored address and ends the links. Called once, after the commit. */
  readonly follow: (
    source: RequestSource,
    member: { readonly member: string; readonly email: string | null },
    what: StaffActionOnAccount,
  ) => Promise<void>;
  /** Deletes the account with all data about its owner. Returns `false` if it does not exist. */
  readonly delete: (tx: Transaction, sub: string) => Promise<boolean>;
}

/** A person with an account or a profile. Most have both. */
export interface FoundMember {
  readonly member: string;
  /** Nickname. Empty before the first profile. */
  readonly nickname: string;
  readonly email: string | null;
  readonly registeredAt: Date;
  readonly rankingVisible: boolean;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
export const isMemberId = (typed: string) => uuid.test(typed);

/** A member in the results of a search. */
export interface SearchedMember extends FoundMember {
  /** Name in the newest contract. `null` without a contract. */
  readonly contractName: string | null;
  /** フリガナ of that name. `null` when it is not known. */
  readonly contractNameKana: string | null;
}

export interface FoundPage {
  readonly items: SearchedMember[];
  readonly nextCursor: string | null;
}

interface PageRequest {
  readonly cursor?: string;
  readonly limit: number;
}

/**
 * Finds members by the whole id, e-mail address or membership number, or by a part of the nickname
 * or of the name in a contract or its フリガナ.
 */
export async function findMembers(
  db: Queryable,
  accounts: MemberAccounts | null,
  query: string,
  { cursor, limit }: PageRequest,
): Promise<FoundPage> {
  const after = cursor === undefined ? null : readFoundCursor(cursor);
  const typed = query.trim();
  if (isMemberId(typed)) {
    return { items: await describeResults(db, accounts, [typed.toLowerCase()]), nextCursor: null };
  }
  const account = (await accounts?.findByEmail(db, typed))?.sub ?? (await findNumbered(db, typed));
  const named = await findNamed(db, normalizeNickname(typed), after, limit + 2);
  const found: FoundPlace[] = [
    ...(account === null || after !== null ? [] : [{ by: 'whole', sub: account } as const]),
    ...named.filter(({ sub }) => sub !== account),
  ];
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    items: await describeResults(
      db,
      accounts,
      page.map(({ sub }) => sub),
    ),
    nextCursor: found.length > limit && last !== undefined ? encodeFoundCursor(last) : null,
  };
}

async function describeResults(
  db: Queryable,
  accounts: MemberAccounts | null,
  subs: readonly string[],
): Promise<SearchedMember[]> {
  const found = await describeMembers(db, accounts, subs);
  if (found.length === 0) return [];
  const names = await listContractNames(db, subs);
  return found.map((one) => {
    const { name = null, nameKana = null } = names.get(one.member) ?? {};
    return { ...one, contractName: name, contractNameKana: nameKana };
  });
}

/** Membership numbers are printed with eight digits. Leading zeros may be left out. */
const membershipNumber = /^\d{1,10}$/;
const largestId = 2_147_483_647;

async function findNumbered(db: Queryable, typed: string): Promise<string | null> {
  const digits = typed.normalize('NFKC');
  if (!membershipNumber.test(digits)) return null;
  return await findByNumber(db, Math.min(Number(digits), largestId));
}

/**
 * Position of a member in the results: found by a whole address or number, by the beginning of the
 * nickname, by a part of it, or by the name in a contract.
 */
interface FoundPlace {
  readonly by: keyof typeof letters;
  readonly sub: string;
}

const letters = { whole: 'e', beginning: 'b', part: 'p', contract: 'c' } as const;

function encodeFoundCursor({ by, sub }: FoundPlace): string {
  return Buffer.from(`${letters[by]}${sub}`).toString('base64url');
}

/** Decodes a cursor. Throws for texts that `encodeFoundCursor` never made. */
function readFoundCursor(cursor: string): FoundPlace {
  const text = Buffer.from(cursor, 'base64url').toString();
  const sub = text.slice(1);
  const by = (Object.keys(letters) as FoundPlace['by'][]).find((one) => text[0] === letters[one]);
  if (by !== undefined && isMemberId(sub) && encodeFoundCursor({ by, sub }) === cursor) {
    return { by, sub };
  }
  throw new AppError('invalid_request', {
    fields: [{ path: '/cursor', in: 'querystring', message: 'is not a cursor of this list' }],
  });
}

/**
 * Searches by name in the order of the results. A nickname that begins with the text is the
 * likeliest match.
 */
const namedWays = {
  beginning: selectByBeginning,
  part: selectByPart,
  contract: selectByContractName,
} as const;

async function findNamed(
  db: Queryable,
  part: string,
  after: FoundPlace | null,
  limit: number,
): Promise<FoundPlace[]> {
  if (part === '') return [];
  const behind = (by: FoundPlace['by']) => (after?.by === by ? after.sub : null);
  const found: FoundPlace[] = [];
  const ways = Object.entries(namedWays);
  const first = ways.findIndex(([by]) => by === after?.by);
  for (const [by, select] of ways.slice(Math.max(first, 0))) {
    const way = by as keyof typeof namedWays;
    const missing = limit - found.length;
    if (missing === 0) break;
    const more = await select(db, part, { after: behind(way), limit: missing });
    found.push(...more.map(({ sub }) => ({ by: way, sub })));
  }
  return found;
}

export async function requireMember(
  db: Queryable,
  accounts: MemberAccounts | null,
  sub: string,
): Promise<FoundMember> {
  const [found] = await describeMembers(db, accounts, [sub]);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

/** Describes members in the order of the ids. Unknown ids are left out. */
async function describeMembers(
  db: Queryable,
  accounts: MemberAccounts | null,
  subs: readonly string[],
): Promise<FoundMember[]> {
  if (subs.length === 0) return [];
  const profiles = new Map((await listProfiles(db, subs)).map((row) => [row.sub, row]));
  const known = (await accounts?.listBySub(db, subs)) ?? [];
  const accountOf = new Map(known.map((row) => [row.sub, row]));
  return subs.flatMap((sub) => describe(sub, profiles.get(sub), accountOf.get(sub)) ?? []);
}

function describe(
  member: string,
  profile: FoundProfile | undefined,
  account: MemberAccount | undefined,
): FoundMember | null {
  const registeredAt = profile?.createdAt ?? account?.createdAt;
  if (registeredAt === undefined) return null;
  return {
    member,
    nickname: profile?.nickname ?? '',
    email: account?.email ?? null,
    registeredAt,
    rankingVisible: profile?.rankingVisible ?? false,
  };
}
