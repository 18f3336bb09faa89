import { AppError } from '#app-error.ts';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database, Queryable } from '#db/database.ts';
import {
  countGuesses,
  deleteGuess,
  type GuessCount,
  type Guesser,
  insertGuess,
  lockGuesses,
} from './trainer-code-guesses.store.ts';

export const guessWindowMs = 15 * 60 * 1000;
/**
 * One of 2^40 codes is a member's. A gym's trainers share its address, so that an address is
 * allowed what three of them mistype.
 */
export const mostTrainerGuesses = 10;
export const mostAddressGuesses = 30;

/**
 * Notes a guess, or refuses it when there were too many wrong ones. It counts as wrong until
 * it has turned out to be right: then one calls what this answers. Those of one trainer and of
 * one network are noted one after the other, so that no burst slips through, on any number of
 * nodes. What is refused is not noted: otherwise whoever keeps trying would never be let in.
 */
export async function startGuess(
  db: Database,
  holdAccount: HoldAccount,
  guesser: Guesser,
  now: Date,
): Promise<() => Promise<void>> {
  // Without locks first: whoever is past the limit stays there, and must not cost much.
  await refuseGuesser(db, guesser, now);
  const id = await db.transaction(async (tx) => {
    await holdAccount(tx, guesser.trainerSub);
    await lockGuesses(tx, guesser);
    await refuseGuesser(tx, guesser, now);
    return await insertGuess(tx, guesser, now);
  });
  return async () => await deleteGuess(db, id);
}

async function refuseGuesser(db: Queryable, guesser: Guesser, now: Date): Promise<void> {
  const since = new Date(now.getTime() - guessWindowMs);
  const { ofTrainer, ofAddress } = await countGuesses(db, guesser, since);
  const waitMs = Math.max(
    howLongToWait(ofTrainer, mostTrainerGuesses, now),
    howLongToWait(ofAddress, mostAddressGuesses, now),
  );
  if (waitMs === 0) return;
  throw new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

/** Until the oldest no longer counts, a second at least; 0: not at all. */
function howLongToWait({ guesses, oldestAt }: GuessCount, most: number, now: Date): number {
  if (guesses < most || oldestAt === null) return 0;
  return Math.max(1000, oldestAt.getTime() + guessWindowMs - now.getTime());
}
