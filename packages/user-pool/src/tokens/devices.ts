import { nameDevice } from '@tanren/domain/identity/authentication';
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { PoolQueryable, UserPoolOptions } from '#pool/pool-context.ts';
import { type EventSource, recordEvent } from '#events/record-event.ts';
import { writeDevicesEnded } from '#mail/security-letters.ts';
import type { Letter } from '#mail/mail-texts.ts';
import { type SessionRow, userPoolSessions } from '#schema/sessions.ts';
import { findUserBySub } from '#users/users.store.ts';
import { hasSession, revokeSession, revokeSessions } from './sessions.store.ts';

type DevicePool = Pick<
  UserPoolOptions,
  'db' | 'now' | 'sendMail' | 'onSignedOut' | 'onEndedEverywhere'
>;

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

/** Ends the sign-in on a device. Returns `false` when this user is not signed in there. */
export async function endDevice(
  pool: DevicePool,
  source: EventSource,
  sub: string,
  device: string,
): Promise<boolean> {
  const now = pool.now();
  const ended = await pool.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ userAgent: userPoolSessions.userAgent })
      .from(userPoolSessions)
      .where(and(isLive(sub, now), eq(userPoolSessions.originJti, device)))
      .for('update');
    if (found === undefined) return null;
    await revokeSession(tx, device, now);
    await recordEvent({ ...pool, db: tx }, source, { sub, operation: 'device-ended' });
    return found;
  });
  if (ended === null) return false;
  if (!(await hasSession(pool.db, sub, now))) await pool.onSignedOut?.(sub);
  await mailEnded(pool, source, sub, nameDevice(ended.userAgent));
  return true;
}

/** Ends all other sign-ins. Returns their number. */
export async function endOtherDevices(
  pool: DevicePool,
  source: EventSource,
  sub: string,
  keep: string,
): Promise<number> {
  const now = pool.now();
  const ended = await pool.db.transaction(async (tx) => {
    const others = (await listDevices(tx, sub, now)).filter(({ originJti }) => originJti !== keep);
    await pool.onEndedEverywhere?.(tx, sub);
    if (others.length === 0) return 0;
    await revokeSessions(tx, sub, now, keep);
    await recordEvent({ ...pool, db: tx }, source, { sub, operation: 'other-devices-ended' });
    return others.length;
  });
  if (ended === 0) return 0;
  await pool.onSignedOut?.(sub);
  await mailEnded(pool, source, sub, null);
  return ended;
}

/**
 * Mails to the account's current address, because the caller's token may be older than a change of
 * address.
 */
async function mailEnded(
  pool: DevicePool,
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
