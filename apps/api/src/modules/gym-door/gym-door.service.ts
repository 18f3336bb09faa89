import { decideDoor, type DoorDecision } from '@tanren/domain/door';
import { AppError } from '#app-error.ts';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database } from '#db/database.ts';
import { type DoorCode, listDoorCodes } from './door-codes.ts';
import {
  type DoorRequest,
  findDoorSecret,
  insertRequest,
  isLogged,
  listComing,
  lockRequests,
} from './gym-door.store.ts';

export interface DoorAnswer {
  readonly decision: DoorDecision;
  /** The present one first; none while the door stays shut. */
  readonly codes: readonly DoorCode[];
}

/** An open page asks again and again: the same answer is written down once in this time. */
const loggedEveryMs = 60_000;

export async function openDoor(
  db: Database,
  holdAccount: HoldAccount,
  { sub, gymId }: { readonly sub: string; readonly gymId: number },
  now: Date,
): Promise<DoorAnswer> {
  const secret = await findDoorSecret(db, gymId);
  if (secret === null) throw new AppError('not_found');
  const decision = decideDoor(await listComing(db, sub, gymId, now), now);
  const reason = decision.open ? null : decision.reason;
  const request = { sub, gymId, requestedAt: now, granted: decision.open, reason };
  await logRequest(db, holdAccount, request);
  return { decision, codes: decision.open ? listDoorCodes(secret, now, decision.until) : [] };
}

async function logRequest(
  db: Database,
  holdAccount: HoldAccount,
  request: DoorRequest,
): Promise<void> {
  const since = new Date(request.requestedAt.getTime() - loggedEveryMs);
  if (await isLogged(db, request, since)) return;
  await db.transaction(async (tx) => {
    await holdAccount(tx, request.sub);
    await lockRequests(tx, request.sub);
    if (!(await isLogged(tx, request, since))) await insertRequest(tx, request);
  });
}
