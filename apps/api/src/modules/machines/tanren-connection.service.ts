import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { UnlinkReason } from '@tanren/contract/machines/machine-commands';
import type { EndedConnection } from '@tanren/contract/machines/tanren-connection';
import {
  parseLinkCode,
  idleReleaseMs,
  isIdle,
  linkStepSeconds,
} from '@tanren/domain/machines/machine-links';
import { timeCode, timeStep } from '@tanren/domain/machines/time-code';
import { sql } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { machines, tanrenConnections } from '#db/schema/machines.ts';
import { toUsername } from '#mqtt/access-rules.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { storeLiveTicket } from './live-tickets.service.ts';
import { startAttempt } from './link-attempts.ts';
import { endHoldsByLink } from './holds/machine-holds.service.ts';
import {
  confirmLink,
  type EndedLink,
  endLinks,
  endMemberLink,
  findLastEnd,
  findMemberLink,
  insertLink,
  isCodeSpent,
  lockMachine,
  lockMemberLinks,
  lockOpenLinks,
  type MemberLink,
} from './tanren-connection.store.ts';

/**
 * Returns the time step of a code: the present one, or the one before, for a member who was still
 * typing when the screen changed. Returns `null` if neither matches. A later step is never
 * accepted: a code must not be valid for more than two minutes because a clock is slow.
 */
function matchLinkCode(linkKey: Buffer, code: string, now: Date): number | null {
  const hmac = (message: Uint8Array) => createHmac('sha1', linkKey).update(message).digest();
  const present = timeStep(now, linkStepSeconds);
  const steps = [present, present - 1];
  const [matched] = steps.filter((step) => isSame(timeCode(hmac, step), code));
  return matched ?? null;
}

function isSame(expected: string, given: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}

const maxBatchSize = 500;

/**
 * Ends unused links and the links of retired machines. Every node tries. Each ended link is
 * returned to one of them, which sends the notifications. A link that is locked is in use and
 * skipped.
 */
export async function releaseIdleLinks(db: Queryable, now: Date): Promise<EndedLink[]> {
  const idleSince = new Date(now.getTime() - idleReleaseMs);
  const { rows } = await db.execute<Record<keyof EndedLink, unknown>>(sql`
    with due as (
      select c.id, case when m.retired_at is null then 'idle' else 'retired' end as reason
      from ${tanrenConnections} c join ${machines} m on m.id = c.machine_id
      where c.ended_at is null and (c.last_active_at <= ${idleSince} or m.retired_at is not null)
      order by c.id limit ${maxBatchSize}
      for no key update of c skip locked
    )
    update ${tanrenConnections} c set ended_at = ${now}, end_reason = due.reason
    from due where c.id = due.id
    returning c.id as "connectionId", c.machine_id as "machineId", c.sub, due.reason`);
  return rows.map((row) => ({
    connectionId: String(row.connectionId),
    machineId: Number(row.machineId),
    sub: String(row.sub),
    reason: row.reason as UnlinkReason,
  }));
}

/**
 * The result of a call: the present link, and the links that ended, whose members and machines are
 * to be notified.
 */
interface LinkOutcome {
  readonly current: MemberLink | null;
  readonly ended: readonly EndedLink[];
}

interface NewLink extends LinkOutcome {
  readonly current: MemberLink;
  /** Another machine that the member held. `null` if there was none. */
  readonly releasedId: number | null;
}

export async function linkMachine(
  db: Queryable,
  lockAccount: LockAccount,
  { sub, code, address }: { sub: string; code: string; address: string },
  now: Date,
): Promise<NewLink> {
  const parsed = parseLinkCode(code);
  // A malformed code is not counted as a guess, because it cannot be right.
  if (parsed === null) throw new AppError('link_code_unknown');
  const deleteAttempt = await startAttempt(db, lockAccount, { sub, address, ...parsed }, now);
  const outcome = await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    return await tryLink(tx, { sub, ...parsed }, now);
  });
  if (outcome === 'wrong-code') throw new AppError('link_code_unknown');
  await deleteAttempt();
  if (outcome === 'in-use') throw new AppError('machine_in_use');
  return outcome;
}

interface LinkRequest {
  readonly sub: string;
  readonly machineId: number;
  readonly timeCode: string;
}

async function tryLink(
  tx: Transaction,
  { sub, machineId, timeCode: code }: LinkRequest,
  now: Date,
): Promise<NewLink | 'wrong-code' | 'in-use'> {
  await lockMemberLinks(tx, sub);
  const machine = await lockMachine(tx, machineId);
  if (machine === null) return 'wrong-code';
  const codeStep = matchLinkCode(machine.linkKey, code, now);
  if (codeStep === null) return 'wrong-code';
  if (await isCodeSpent(tx, { machineId, sub, codeStep })) return 'wrong-code';

  const open = await lockOpenLinks(tx, { machineId, sub });
  const mine = open.find((link) => link.sub === sub);
  if (mine?.machineId === machineId) {
    // The member sent the same code twice, or scanned the next one while linked: a running bout
    // must not be split in two.
    await confirmLink(tx, mine.id, codeStep, now);
    const releasedId = await endHoldsByLink(tx, { machineId, sub });
    return { current: await readLink(tx, sub), ended: [], releasedId };
  }
  const holder = open.find((link) => link.machineId === machineId);
  if (holder !== undefined && !isIdle(holder.lastActiveAt, now)) return 'in-use';

  const released = holder === undefined ? [] : await endLinks(tx, [holder.id], 'idle', now);
  const moved = mine === undefined ? [] : await endLinks(tx, [mine.id], 'moved', now);
  await insertLink(tx, { id: randomUUID(), machineId, sub, codeStep }, now);
  const releasedId = await endHoldsByLink(tx, { machineId, sub });
  return { current: await readLink(tx, sub), ended: [...released, ...moved], releasedId };
}

async function readLink(tx: Transaction, sub: string): Promise<MemberLink> {
  const found = await findMemberLink(tx, sub);
  if (found === null) throw new Error('a link just made is not there');
  return found;
}

/** Reads the member's link. It ends a link that is idle or whose machine is retired. */
export async function readCurrentLink(db: Queryable, sub: string, now: Date): Promise<LinkOutcome> {
  const found = await findMemberLink(db, sub);
  if (found === null) return { current: null, ended: [] };
  const reason = findEndReason(found, now);
  if (reason === null) return { current: found, ended: [] };
  return {
    current: null,
    ended: await endLinks(db, [found.link.id], reason, now),
  };
}

/** Milliseconds for which a member is shown why the last link ended. */
const endShownMs = 30 * 60 * 1000;

export async function readLastEnd(
  db: Queryable,
  sub: string,
  now: Date,
): Promise<EndedConnection | null> {
  return await findLastEnd(db, sub, new Date(now.getTime() - endShownMs));
}

/** Returns why a link is over, or `null` while it is active. */
export function findEndReason({ link, machine }: MemberLink, now: Date): 'retired' | 'idle' | null {
  if (machine.retiredAt !== null) return 'retired';
  return isIdle(link.lastActiveAt, now) ? 'idle' : null;
}

/** Issues a ticket for the page of a linked member, together with the link. */
export async function issueLiveTicket(
  db: Queryable,
  lockAccount: LockAccount,
  { sub, originJti }: { readonly sub: string; readonly originJti?: string },
  now: Date,
) {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    const found = await findMemberLink(tx, sub);
    if (found === null || findEndReason(found, now) !== null) throw new AppError('not_linked');
    const username = toUsername({ kind: 'member', sub });
    const ticket = await storeLiveTicket(tx, { username, sub, originJti }, now);
    return { ...ticket, connectionId: found.link.id };
  });
}

export async function unlinkMachine(
  db: Queryable,
  sub: string,
  reason: 'member' | 'signed-out',
  now: Date,
): Promise<readonly EndedLink[]> {
  return await endMemberLink(db, sub, reason, now);
}
