import { nameDevice } from '@tanren/domain/identity/authentication';
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { PoolQueryable, UserPoolOptions } from '#pool/pool-context.ts';
import { type EventSource, recordEvent } from '#events/record-event.ts';
import { writeDevicesEnded } from '#mail/security-letters.ts';
import type { Letter } from '#mail/mail-texts.ts';
import { type SessionRow, userPoolSessions } from '#schema/sessions.ts';
import { findUserBySub } from '#users/users.store.ts';
import { hasSession, revokeSession, revokeSessions } from './sessions.store.ts';

type AnnouncingPool = Pick<UserPoolOptions, 'db' | 'now' | 'sendMail' | 'onSignedOut'>;

type Device = Pick<SessionRow, 'originJti' | 'userAgent' | 'createdAt' | 'lastSeenAt'>;

/** Returns the devices, last seen first. */
export async function listDevices(db: PoolQueryable, sub: string, now: Date): Promise<Device[]> {
  const { originJti, userAgent, createdAt, lastSeenAt } = userPoolSessions;
  return await db
    .select({ originJti, userAgent, createdAt, lastSeenAt })
    .from(userPoolSessions)
    .where(isLive(sub, now))
    .orderBy(desc(lastSeenAt), desc(createdAt));
}

const isLive = (sub: string, now: Date) =>
  and(
    eq(userPoolSessions.sub, sub),
    isNull(userPoolSessions.revokedAt),
    gt(userPoolSessions.expiresAt, now),
  );

/**
 * Ends the sign-in on a device. Returns its name, or `null` when this user is not signed in there.
 * The caller announces it with `announceEndedDevice` after the commit.
 */
export async function endDevice(
  db: PoolQueryable,
  pool: Pick<UserPoolOptions, 'now'>,
  source: EventSource,
  sub: string,
  device: string,
): Promise<string | null> {
  const now = pool.now();
  return await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ userAgent: userPoolSessions.userAgent })
      .from(userPoolSessions)
      .where(and(isLive(sub, now), eq(userPoolSessions.originJti, device)))
      .for('update');
    if (found === undefined) return null;
    await revokeSession(tx, device, now);
    await recordEvent({ ...pool, db: tx }, source, { sub, operation: 'device-ended' });
    return nameDevice(found.userAgent);
  });
}

/** Mails the user that a sign-in has ended, and ends what lasts only while one is left. */
export async function announceEndedDevice(
  pool: AnnouncingPool,
  source: EventSource,
  sub: string,
  name: string,
): Promise<void> {
  if (!(await hasSession(pool.db, sub, pool.now()))) await pool.onSignedOut?.(sub);
  await mailEnded(pool, source, sub, name);
}

/**
 * Ends all other sign-ins. Returns their number. The caller announces them with
 * `announceEndedOthers` after the commit.
 */
export async function endOtherDevices(
  db: PoolQueryable,
  pool: Pick<UserPoolOptions, 'now' | 'onEndedEverywhere'>,
  source: EventSource,
  sub: string,
  keep: string,
): Promise<number> {
  const now = pool.now();
  return await db.transaction(async (tx) => {
    const others = (await listDevices(tx, sub, now)).filter(({ originJti }) => originJti !== keep);
    await pool.onEndedEverywhere?.(tx, sub);
    if (others.length === 0) return 0;
    await revokeSessions(tx, sub, now, keep);
    await recordEvent({ ...pool, db: tx }, source, { sub, operation: 'other-devices-ended' });
    return others.length;
  });
}

/** Mails the user that all other sign-ins have ended, and ends what lasts only while they do. */
export async function announceEndedOthers(
  pool: AnnouncingPool,
  source: EventSource,
  sub: string,
): Promise<void> {
  await pool.onSignedOut?.(sub);
  await mailEnded(pool, source, sub, null);
}

/**
 * Mails to the account's current address, because the caller's token may be older than a change of
 * address.
 */
async function mailEnded(
  pool: AnnouncingPool,
  source: EventSource,
  sub: string,
  device: string | null,
): Promise<void> {
  const user = await findUserBySub(pool.db, sub);
  if (user !== null) await mailOwner(pool, source, user.email, writeDevicesEnded(device));
}

/** Sends a mail about a change. A failure is only logged, because the change is already done. */
export async function mailOwner(
  { sendMail }: Pick<UserPoolOptions, 'sendMail'>,
  { log }: EventSource,
  to: string,
  letter: Letter,
): Promise<void> {
  try {
    await sendMail({ to, ...letter });
  } catch (error) {
    log.error({ err: error }, 'user pool mail failed');
  }
}
