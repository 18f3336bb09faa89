import { AppError } from '#app-error.ts';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database } from '#db/database.ts';
import {
  type AttemptCount,
  countMachineAttempts,
  countMemberAttempts,
  deleteAttempt,
  insertAttempt,
  type LinkAttempt,
} from './link-attempts.store.ts';

export const attemptWindowMs = 10 * 60 * 1000;
/**
 * Two codes of a million are right at any time: ten tries find one with 0.002 %. A machine
 * allows more, because everybody in the gym may mistype its code.
 */
export const mostMemberFailures = 10;
export const mostMachineFailures = 100;

/**
 * Notes an attempt, or refuses it when there were too many wrong ones. Whoever turns out to
 * be right calls what it answers.
 */
export async function startAttempt(
  db: Database,
  holdAccount: HoldAccount,
  attempt: LinkAttempt,
  now: Date,
): Promise<() => Promise<void>> {
  const id = await insertAttempt(db, holdAccount, attempt, now);
  const forget = async () => await deleteAttempt(db, id);
  const upTo = { id, since: new Date(now.getTime() - attemptWindowMs) };
  const ofMember = await countMemberAttempts(db, attempt.sub, upTo);
  const ofMachine = await countMachineAttempts(db, attempt.machineId, upTo);
  const tooMany =
    refuse(ofMember, mostMemberFailures, now) ?? refuse(ofMachine, mostMachineFailures, now);
  if (tooMany === null) return forget;
  // Otherwise whoever keeps trying would never be let in again.
  await forget();
  throw tooMany;
}

function refuse({ attempts, oldestAt }: AttemptCount, most: number, now: Date): AppError | null {
  if (attempts <= most) return null;
  const waitMs = (oldestAt ?? now).getTime() + attemptWindowMs - now.getTime();
  return new AppError('too_many_requests', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
