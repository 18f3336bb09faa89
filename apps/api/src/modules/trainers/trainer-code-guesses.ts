import { and, count, eq, gt, lt, min, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { trainerCodeFailures } from '#db/schema/trainers.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';

/** The trainer of a guess, and the network it comes from. */
interface Guesser {
  readonly trainerSub: string;
  readonly address: string;
}

/**
 * Locks the guesses of this trainer and of this network until the transaction ends. The order of
 * the two locks is fixed, because the reverse order would deadlock.
 */
async function lockGuesses(tx: Transaction, { trainerSub, address }: Guesser): Promise<void> {
  const { guessesOfTrainer, guessesOfAddress } = advisoryLocks;
  await tx.execute(sql`select pg_advisory_xact_lock(${guessesOfTrainer}, hashtext(${trainerSub}))`);
  await tx.execute(sql`select pg_advisory_xact_lock(${guessesOfAddress}, hashtext(${address}))`);
}

interface GuessCount {
  readonly guesses: number;
  readonly oldestAt: Date | null;
}

/**
 * Counts the wrong guesses since then with one query, because a storm of guesses runs only this
 * query.
 */
async function countGuesses(
  db: Queryable,
  { trainerSub, address }: Guesser,
  since: Date,
): Promise<{ readonly ofTrainer: GuessCount; readonly ofAddress: GuessCount }> {
  const { trainerSub: trainer, address: network } = trainerCodeFailures;
  const ofTrainer = countWhere(db, eq(trainer, trainerSub), since, 'trainer');
  const ofAddress = countWhere(db, eq(network, address), since, 'address');
  const [found] = await db
    .select({
      ofTrainer: { guesses: ofTrainer.guesses, oldestAt: ofTrainer.oldestAt },
      ofAddress: { guesses: ofAddress.guesses, oldestAt: ofAddress.oldestAt },
    })
    .from(ofTrainer)
    .crossJoin(ofAddress);
  if (found === undefined) throw new Error('a count answered nothing');
  return found;
}

/**
 * Returns a count. The columns have unique names, because the outer query refers to them without a
 * table.
 */
function countWhere(db: Queryable, whose: SQL, since: Date, name: string) {
  const { failedAt } = trainerCodeFailures;
  return db
    .select({
      guesses: count().as(`guesses_of_${name}`),
      oldestAt: min(failedAt).as(`oldest_of_${name}`),
    })
    .from(trainerCodeFailures)
    .where(and(whose, gt(failedAt, since)))
    .as(`of_${name}`);
}

async function insertGuess(tx: Transaction, guesser: Guesser, now: Date): Promise<number> {
  const [made] = await tx
    .insert(trainerCodeFailures)
    .values({ ...guesser, failedAt: now })
    .returning({ id: trainerCodeFailures.id });
  if (made === undefined) throw new Error('an inserted row was not returned');
  return made.id;
}

async function deleteGuess(db: Queryable, id: number): Promise<void> {
  await db.delete(trainerCodeFailures).where(eq(trainerCodeFailures.id, id));
}

export async function deleteGuessesOf(db: Queryable, trainerSub: string): Promise<void> {
  await db.delete(trainerCodeFailures).where(eq(trainerCodeFailures.trainerSub, trainerSub));
}

export async function purgeTrainerCodeFailures(db: Queryable, failedBefore: Date): Promise<void> {
  await db.delete(trainerCodeFailures).where(lt(trainerCodeFailures.failedAt, failedBefore));
}

const guessWindowMs = 15 * 60 * 1000;
/**
 * Limits of wrong guesses. One of 2^40 codes belongs to a member. The trainers of a gym share its
 * address, so an address may have as many as three of them.
 */
const maxTrainerGuesses = 10;
const maxAddressGuesses = 30;

/**
 * Records a guess, or rejects it when there were too many wrong ones. A guess counts as wrong until
 * the caller calls the returned function, which it does when the code was right. The guesses of one
 * trainer and of one network are recorded one after the other, so that no burst gets past the
 * limits on any number of nodes. Rejected guesses are not recorded, because a trainer who keeps
 * trying would stay locked out.
 */
export async function startGuess(
  db: Queryable,
  lockAccount: LockAccount,
  guesser: Guesser,
  now: Date,
): Promise<() => Promise<void>> {
  // This check takes no locks, because guesses past the limit stay rejected and must be cheap.
  await rejectGuesser(db, guesser, now);
  const id = await db.transaction(async (tx) => {
    await lockAccount(tx, guesser.trainerSub);
    await lockGuesses(tx, guesser);
    await rejectGuesser(tx, guesser, now);
    return await insertGuess(tx, guesser, now);
  });
  return async () => await deleteGuess(db, id);
}

async function rejectGuesser(db: Queryable, guesser: Guesser, now: Date): Promise<void> {
  const since = new Date(now.getTime() - guessWindowMs);
  const { ofTrainer, ofAddress } = await countGuesses(db, guesser, since);
  const waitMs = Math.max(
    howLongToWait(ofTrainer, maxTrainerGuesses, now),
    howLongToWait(ofAddress, maxAddressGuesses, now),
  );
  if (waitMs === 0) return;
  throw new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

/**
 * Returns the milliseconds until the oldest guess no longer counts, at least a second. Returns 0 if
 * the guess is allowed.
 */
function howLongToWait({ guesses, oldestAt }: GuessCount, max: number, now: Date): number {
  if (guesses < max || oldestAt === null) return 0;
  return Math.max(1000, oldestAt.getTime() + guessWindowMs - now.getTime());
}
