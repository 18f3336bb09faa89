import { randomUUID } from 'node:crypto';
import type { EndedConnection } from '@tanren/contract/tanren-connection';
import { parseLinkCode } from '@tanren/domain/link-code';
import { isIdle } from '@tanren/domain/machine-links';
import { AppError } from '#app-error.ts';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database, Transaction } from '#db/database.ts';
import { startAttempt } from './link-attempts.ts';
import { matchLinkCode } from './match-link-code.ts';
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

/** What a call led to: the link as it is now, and those that ended, to be told. */
export interface LinkOutcome {
  readonly current: MemberLink | null;
  readonly ended: readonly EndedLink[];
}

export interface NewLink extends LinkOutcome {
  readonly current: MemberLink;
}

export async function linkMachine(
  db: Database,
  holdAccount: HoldAccount,
  { sub, code, address }: { sub: string; code: string; address: string },
  now: Date,
): Promise<NewLink> {
  const parsed = parseLinkCode(code);
  // Not counted as a guess: it could not have been right.
  if (parsed === null) throw new AppError('link_code_unknown');
  const forgetAttempt = await startAttempt(db, holdAccount, { sub, address, ...parsed }, now);
  const outcome = await db.transaction(async (tx) => {
    await holdAccount(tx, sub);
    return await tryLink(tx, { sub, ...parsed }, now);
  });
  if (outcome === 'wrong-code') throw new AppError('link_code_unknown');
  await forgetAttempt();
  if (outcome === 'in-use') throw new AppError('machine_in_use');
  return outcome;
}

interface Wish {
  readonly sub: string;
  readonly machineId: number;
  readonly timeCode: string;
}

async function tryLink(
  tx: Transaction,
  { sub, machineId, timeCode }: Wish,
  now: Date,
): Promise<NewLink | 'wrong-code' | 'in-use'> {
  await lockMemberLinks(tx, sub);
  const machine = await lockMachine(tx, machineId);
  if (machine === null) return 'wrong-code';
  const codeStep = matchLinkCode(machine.linkKey, timeCode, now);
  if (codeStep === null) return 'wrong-code';
  if (await isCodeSpent(tx, { machineId, sub, codeStep })) return 'wrong-code';

  const open = await lockOpenLinks(tx, { machineId, sub });
  const mine = open.find((link) => link.sub === sub);
  if (mine?.machineId === machineId) {
    // The same code twice, or the next one scanned by whoever is linked: a bout under way
    // must not be torn in two.
    await confirmLink(tx, mine.id, codeStep, now);
    return { current: await readLink(tx, sub), ended: [] };
  }
  const holder = open.find((link) => link.machineId === machineId);
  if (holder !== undefined && !isIdle(holder.lastActiveAt, now)) return 'in-use';

  const released = holder === undefined ? [] : await endLinks(tx, [holder.id], 'idle', now);
  const moved = mine === undefined ? [] : await endLinks(tx, [mine.id], 'moved', now);
  await insertLink(tx, { id: randomUUID(), machineId, sub, codeStep }, now);
  return { current: await readLink(tx, sub), ended: [...released, ...moved] };
}

async function readLink(tx: Transaction, sub: string): Promise<MemberLink> {
  const found = await findMemberLink(tx, sub);
  if (found === null) throw new Error('a link just made is not there');
  return found;
}

/** Idle links and those of retired machines end at the latest when somebody looks. */
export async function readCurrentLink(db: Database, sub: string, now: Date): Promise<LinkOutcome> {
  const found = await findMemberLink(db, sub);
  if (found === null) return { current: null, ended: [] };
  const reason = whyOver(found, now);
  if (reason === null) return { current: found, ended: [] };
  return {
    current: null,
    ended: await endLinks(db, [found.link.id], reason, now),
  };
}

/** As long as it is news to a member who looks. */
const toldForMs = 30 * 60 * 1000;

export async function readLastEnd(
  db: Database,
  sub: string,
  now: Date,
): Promise<EndedConnection | null> {
  return await findLastEnd(db, sub, new Date(now.getTime() - toldForMs));
}

/** null: it still holds. */
export function whyOver({ link, machine }: MemberLink, now: Date): 'retired' | 'idle' | null {
  if (machine.retiredAt !== null) return 'retired';
  return isIdle(link.lastActiveAt, now) ? 'idle' : null;
}

export async function unlinkMachine(
  db: Database,
  sub: string,
  reason: 'member' | 'signed-out',
  now: Date,
): Promise<readonly EndedLink[]> {
  return await endMemberLink(db, sub, reason, now);
}
