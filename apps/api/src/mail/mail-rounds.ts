import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { limitTime } from '#db/limit-time.ts';
import type { PlainMail } from './mail-words.ts';
import { isRecipientRejected } from './recipient-rejections.ts';
import type { AddUnsubscribe } from './unsubscribe.ts';

/**
 * Finds the current mail addresses of these members. Members without one are missing in the map.
 */
export type FindAddresses = (
  db: Queryable,
  subs: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

/** The row that a mail is about. `sub` is `null` after its member's account was deleted. */
interface MailedRow {
  readonly sub: string | null;
}

/** Mails of one kind. Each is about one row and is identified by the row's id. */
interface MailKind<Item extends MailedRow> {
  /** Name of the kind in the log. */
  readonly name: string;
  /** First half of an advisory lock. The second half is the row's id. */
  readonly lock: number;
  /** Lists the rows that are due for a mail, the most urgent first. */
  readonly listDue: (db: Queryable, now: Date) => Promise<number[]>;
  /** Returns the row, or `null` when the mail is no longer needed. */
  readonly find: (tx: Transaction, id: number, now: Date) => Promise<Item | null>;
  /** Writes the mail to the address in the row. The account's current address replaces it later. */
  readonly write: (item: Item, publicUrl: URL, now: Date) => PlainMail;
  readonly markSent: (tx: Transaction, id: number, now: Date) => Promise<void>;
}

export interface MailParts {
  readonly db: Database;
  readonly sendMail: (mail: PlainMail) => Promise<void>;
  readonly findAddresses: FindAddresses;
  readonly publicUrl: URL;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  /** Adds an unsubscribe link. `undefined` for mails that members cannot turn off. */
  readonly addUnsubscribe?: AddUnsubscribe;
  /**
   * Maximum time for sending a mail. It must be shorter than the database's limit for idle
   * transactions.
   */
  readonly longestSendMs?: number;
  /** Called in each round with the number of waiting mails of a kind. */
  readonly onMailsDue?: ((queue: string, length: number) => void) | undefined;
}

const firstRetryMs = 60_000;
const longestRetryMs = 60 * 60 * 1000;
/**
 * Maximum number of mails in a round. Closing the program waits for a round, so it must be short.
 */
const maxBatchSize = 100;
const tooLate = new Error('the mail server took too long');

interface Failure {
  readonly waitMs: number;
  readonly retryAt: number;
}

/**
 * Creates a function that runs one round of sending the due mails. Each mail is sent once while
 * everything works, and at least once after a failure, because a node that dies while sending
 * leaves the mail to another. A failed mail is retried after a minute, then at growing intervals,
 * without delaying others. A mail whose recipient is rejected permanently is not retried.
 */
export function createMailRounds<Item extends MailedRow>(
  kind: MailKind<Item>,
  parts: MailParts,
): () => Promise<void> {
  const { db, sendMail, findAddresses, publicUrl, now, log, onMailsDue } = parts;
  const { longestSendMs = 20_000 } = parts;
  const failed = new Map<number, Failure>();

  async function sendDue(id: number): Promise<void> {
    await db.transaction(async (tx) => {
      if (!(await claim(tx, kind.lock, id))) return;
      const item = await kind.find(tx, id, now());
      if (item === null) return;
      const { sub } = item;
      const address = sub === null ? undefined : (await findAddresses(tx, [sub])).get(sub);
      try {
        const mail = kind.write(item, publicUrl, now());
        const sending = sendMail({ ...mail, to: address ?? mail.to });
        await limitTime(sending, longestSendMs, tooLate);
      } catch (error) {
        if (!isRecipientRejected(error)) throw error;
        const about = { err: error, mail: kind.name, id };
        log.warn(about, 'a mail could not be sent, its recipient is refused');
      }
      await kind.markSent(tx, id, now());
    });
  }

  /** Chooses the mails of the next round. Mails that failed before come last. */
  function chooseNext(due: readonly number[]): number[] {
    const known = new Set(due);
    for (const id of failed.keys()) if (!known.has(id)) failed.delete(id);
    const again = due.filter((id) => (failed.get(id)?.retryAt ?? Infinity) <= now().getTime());
    return [...due.filter((id) => !failed.has(id)), ...again].slice(0, maxBatchSize);
  }

  return async () => {
    const due = await kind.listDue(db, now());
    onMailsDue?.(`mail: ${kind.name}`, due.length);
    for (const id of chooseNext(due)) {
      try {
        await sendDue(id);
      } catch (error) {
        const waitMs = Math.min(2 * (failed.get(id)?.waitMs ?? firstRetryMs / 2), longestRetryMs);
        failed.set(id, { waitMs, retryAt: now().getTime() + waitMs });
        log.warn({ err: error, mail: kind.name, id }, 'a mail could not be sent, trying again');
        // The other mails would probably time out as well, so they wait for the next round.
        if (error === tooLate) return;
      }
    }
  };
}

/**
 * Locks the mail for this node. Returns false when another node is sending it. The row itself is
 * not locked, because a request that changes it would then wait for the mail server.
 */
async function claim(tx: Transaction, lock: number, id: number): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lock}, (${id}::bigint % 2147483647)::integer) as locked`,
  );
  return rows[0]?.locked === true;
}
