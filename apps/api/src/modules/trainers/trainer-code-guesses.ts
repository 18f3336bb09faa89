import { and, count, eq, gt, lt, min, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { trainerCodeFailures } from '#db/schema/trainers.ts';
import type { HoldAccount } from '#modules/identity/accounts.service.ts';

/** Who tries, and from which network. */
interface Guesser {
  readonly trainerSub: string;
  readonly address: string;
}

/**
 * Until the transaction ends nobody else's guess is noted for this trainer or this network.
 * Always in this order: who takes them the other way round deadlocks.
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
 * Counts the wrong guesses since then in one query, because a storm of guesses runs nothing else.
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

/** The query around it calls its columns by their bare names: each count has its own. */
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
 * One of 2^40 codes is a member's. A gym's trainers share its address, so that an address is
 * allowed what three of them mistype.
 */
const mostTrainerGuesses = 10;
const mostAddressGuesses = 30;

/**
 * Records a guess, or refuses it when there were too many wrong ones. A guess counts as wrong until
 * the caller calls the returned function, which it does when the code was right. The guesses of one
 * trainer and of one network are recorded one after the other, so that no burst slips through, on
 * any number of nodes. Refused guesses are not recorded: a trainer who keeps trying would never be
 * let in again.
 */
export async function startGuess(
  db: Database,
  holdAccount: HoldAccount,
  guesser: Guesser,
  now: Date,
): Promise<() => Promise<void>> {
  // This check takes no locks: guesses past the limit stay refused, and must not cost much.
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
