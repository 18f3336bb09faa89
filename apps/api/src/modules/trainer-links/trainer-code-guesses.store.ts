import { and, count, eq, gt, lt, min, type SQL, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { trainerCodeFailures } from '#db/schema/trainer-links.ts';

/** Who tries, and from which network. */
export interface Guesser {
  readonly trainerSub: string;
  readonly address: string;
}

/**
 * Until the transaction ends nobody else's guess is noted for this trainer or this network.
 * Always in this order: who takes them the other way round deadlocks.
 */
export async function lockGuesses(
  tx: Transaction,
  { trainerSub, address }: Guesser,
): Promise<void> {
  const { guessesOfTrainer, guessesOfAddress } = advisoryLocks;
  await tx.execute(sql`select pg_advisory_xact_lock(${guessesOfTrainer}, hashtext(${trainerSub}))`);
  await tx.execute(sql`select pg_advisory_xact_lock(${guessesOfAddress}, hashtext(${address}))`);
}

export interface GuessCount {
  readonly guesses: number;
  readonly oldestAt: Date | null;
}

/** Wrong ones since then, in one question: a storm of guesses asks nothing else. */
export async function countGuesses(
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

export async function insertGuess(tx: Transaction, guesser: Guesser, now: Date): Promise<number> {
  const [made] = await tx
    .insert(trainerCodeFailures)
    .values({ ...guesser, failedAt: now })
    .returning({ id: trainerCodeFailures.id });
  if (made === undefined) throw new Error('an inserted row was not returned');
  return made.id;
}

export async function deleteGuess(db: Queryable, id: number): Promise<void> {
  await db.delete(trainerCodeFailures).where(eq(trainerCodeFailures.id, id));
}

export async function deleteGuessesOf(db: Queryable, trainerSub: string): Promise<void> {
  await db.delete(trainerCodeFailures).where(eq(trainerCodeFailures.trainerSub, trainerSub));
}

export async function purgeTrainerCodeFailures(db: Queryable, failedBefore: Date): Promise<void> {
  await db.delete(trainerCodeFailures).where(lt(trainerCodeFailures.failedAt, failedBefore));
}
