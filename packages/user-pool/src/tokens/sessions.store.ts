import { and, eq, gt, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import type { PoolQueryable } from '#pool/pool-context.ts';
import { userPoolRefreshTokens, userPoolSessions } from '#schema/sessions.ts';
import { userPoolUsers, type UserRow } from '#schema/users.ts';

interface NewMenu {
  readonly originJti: string;
  readonly clientId: string;
  readonly tokenHash: Buffer;
  readonly userAgent: string;
  readonly now: Date;
  readonly authenticatedAt: Date;
  readonly expiresAt: Date;
  /** Sign-in that this one descends from and ends with. `null` without one. */
  readonly parentJti: string | null;
}

/**
 * Inserts a session. Returns `false` when the proved password has changed or the parent has ended.
 * The row locks serialize a sign-in with a simultaneous password change or sign-out.
 */
export async function insertSession(
  db: PoolQueryable,
  { sub, credentialVersion }: Pick<UserRow, 'sub' | 'credentialVersion'>,
  session: NewMenu,
): Promise<boolean> {
  const { originJti, clientId, tokenHash, now, authenticatedAt, expiresAt, parentJti } = session;
  const userAgent = cutUserAgent(session.userAgent);
  const made = await db.execute(sql`
    with owner as (
      select ${userPoolUsers.sub} from ${userPoolUsers}
      where ${userPoolUsers.sub} = ${sub}::uuid
        and ${userPoolUsers.credentialVersion} = ${credentialVersion}::int
      for share
    ), parent as (
      select ${userPoolSessions.originJti} from ${userPoolSessions}
      where ${userPoolSessions.originJti} = ${parentJti}::uuid
        and ${userPoolSessions.sub} = ${sub}::uuid
        and ${userPoolSessions.revokedAt} is null
        and ${userPoolSessions.expiresAt} > ${now}::timestamptz
      for share
    ), session as (
      insert into ${userPoolSessions}
        (origin_jti, sub, parent_jti, client_id, authenticated_at, expires_at,
        user_agent, created_at, last_seen_at)
      select ${originJti}::uuid, owner.sub, parent.origin_jti, ${clientId}::text,
        ${authenticatedAt}::timestamptz, ${expiresAt}::timestamptz,
        ${userAgent}::text, ${now}::timestamptz, ${now}::timestamptz
      from owner left join parent on true
      where ${parentJti}::uuid is not distinct from parent.origin_jti
      returning origin_jti
    )
    insert into ${userPoolRefreshTokens} (token_hash, origin_jti, issued_at)
    select ${tokenHash}::bytea, session.origin_jti, ${now}::timestamptz
    from session`);
  return made.rowCount === 1;
}

/** Maximum length, because clients can send any text as user agent. */
const longestUserAgent = 300;

function cutUserAgent(userAgent: string): string {
  return userAgent.replaceAll(/[^ -~]/g, '').slice(0, longestUserAgent);
}

/** Minimum time between two updates of `lastSeenAt`. */
export const seenAgainMs = 5 * 60 * 1000;

export async function markSeen(db: PoolQueryable, originJti: string, now: Date): Promise<void> {
  const { lastSeenAt } = userPoolSessions;
  await db
    .update(userPoolSessions)
    .set({ lastSeenAt: now })
    .where(
      and(
        eq(userPoolSessions.originJti, originJti),
        // The first of several simultaneous calls writes, and the others match no row.
        lte(lastSeenAt, new Date(now.getTime() - seenAgainMs)),
      ),
    );
}

/** Returns the session with its user. Every token that is not cached needs this one query. */
export async function findSession(db: PoolQueryable, originJti: string) {
  const [row] = await db
    .select({ session: userPoolSessions, user: userPoolUsers })
    .from(userPoolSessions)
    .innerJoin(userPoolUsers, eq(userPoolUsers.sub, userPoolSessions.sub))
    .where(eq(userPoolSessions.originJti, originJti));
  return row ?? null;
}

export async function lockRefreshToken(db: PoolQueryable, tokenHash: Buffer) {
  const [row] = await db
    .select({
      token: userPoolRefreshTokens,
      session: userPoolSessions,
      user: userPoolUsers,
    })
    .from(userPoolRefreshTokens)
    .innerJoin(userPoolSessions, eq(userPoolSessions.originJti, userPoolRefreshTokens.originJti))
    .innerJoin(userPoolUsers, eq(userPoolUsers.sub, userPoolSessions.sub))
    .where(eq(userPoolRefreshTokens.tokenHash, tokenHash))
    .for('update', { of: [userPoolRefreshTokens, userPoolSessions] });
  return row ?? null;
}

export async function isReplaced(db: PoolQueryable, tokenHash: Buffer): Promise<boolean> {
  const [token] = await db
    .select({ replacedAt: userPoolRefreshTokens.replacedAt })
    .from(userPoolRefreshTokens)
    .where(eq(userPoolRefreshTokens.tokenHash, tokenHash));
  return (token?.replacedAt ?? null) !== null;
}

/** Stores a refresh token. One that was issued a moment ago is kept as it is. */
export async function insertRefreshToken(
  db: PoolQueryable,
  originJti: string,
  tokenHash: Buffer,
  issuedAt: Date,
): Promise<void> {
  await db
    .insert(userPoolRefreshTokens)
    .values({ tokenHash, originJti, issuedAt })
    .onConflictDoNothing();
}

export async function markReplaced(db: PoolQueryable, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .update(userPoolRefreshTokens)
    .set({ replacedAt: now })
    .where(
      and(eq(userPoolRefreshTokens.tokenHash, tokenHash), isNull(userPoolRefreshTokens.replacedAt)),
    );
}

/** Revokes a session and every session that descends from it. */
export async function revokeSession(
  db: PoolQueryable,
  originJti: string,
  now: Date,
): Promise<void> {
  await db
    .update(userPoolSessions)
    .set({ revokedAt: now })
    .where(and(eq(userPoolSessions.originJti, originJti), isNull(userPoolSessions.revokedAt)));
  await revokeDescendants(db, [originJti], now, null);
}

/**
 * Revokes the descendants with one statement per generation. Only this way it sees a child that was
 * inserted while it waited for the parent's row.
 */
async function revokeDescendants(
  db: PoolQueryable,
  parents: readonly string[],
  now: Date,
  keep: string | null,
): Promise<void> {
  if (parents.length === 0) return;
  const { originJti, parentJti, revokedAt } = userPoolSessions;
  const revoked = await db
    .update(userPoolSessions)
    .set({ revokedAt: now })
    .where(
      and(
        inArray(parentJti, [...parents]),
        isNull(revokedAt),
        keep === null ? undefined : ne(originJti, keep),
      ),
    )
    .returning({ originJti });
  const ended = revoked.map((session) => session.originJti);
  await revokeDescendants(db, ended, now, keep);
}

/** Returns which of the sign-ins have not ended. */
export async function findLiveSessions(
  db: PoolQueryable,
  originJtis: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { originJti, revokedAt, expiresAt } = userPoolSessions;
  const live = await db
    .select({ originJti })
    .from(userPoolSessions)
    // The ids are one parameter, because a node checks thousands of live pages at once.
    .where(
      and(
        sql`${originJti} = any(${sql.param([...originJtis])}::uuid[])`,
        isNull(revokedAt),
        gt(expiresAt, now),
      ),
    );
  return new Set(live.map((session) => session.originJti));
}

/** Returns whether the user is signed in on any device. */
export async function hasSession(db: PoolQueryable, sub: string, now: Date): Promise<boolean> {
  const { originJti, revokedAt, expiresAt } = userPoolSessions;
  const [found] = await db
    .select({ originJti })
    .from(userPoolSessions)
    .where(and(eq(userPoolSessions.sub, sub), isNull(revokedAt), gt(expiresAt, now)))
    .limit(1);
  return found !== undefined;
}

/** Revokes every session of the user except `keep`. */
export async function revokeSessions(
  db: PoolQueryable,
  sub: string,
  now: Date,
  keep: string | null = null,
): Promise<void> {
  const { originJti } = userPoolSessions;
  const revoked = await db
    .update(userPoolSessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(userPoolSessions.sub, sub),
        isNull(userPoolSessions.revokedAt),
        keep === null ? undefined : ne(originJti, keep),
      ),
    )
    .returning({ originJti });
  const ended = revoked.map((session) => session.originJti);
  await revokeDescendants(db, ended, now, keep);
}
