import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { limitTime } from './limit-time.ts';
import type { PlainMail } from './mail-words.ts';
import { isRecipientRefused } from './recipient-refusals.ts';
import type { AddUnsubscribe } from './unsubscribe.ts';

/** Finds the present mail addresses of these members, for those who have one. */
export type FindAddresses = (
  db: Queryable,
  subs: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

/** The row a mail is about. `sub` is `null` after its member's account was deleted. */
interface MailedRow {
  readonly sub: string | null;
}

/** Mails of one kind, each about one row and found by its number. */
interface MailKind<Item extends MailedRow> {
  /** For the log. */
  readonly name: string;
  /** First half of an advisory lock; the second is the row. */
  readonly lock: number;
  /** The rows that are due for a mail, the most urgent first. */
  readonly listDue: (db: Queryable, now: Date) => Promise<number[]>;
  /** Null: the mail is not needed any more. */
  readonly find: (tx: Transaction, id: number, now: Date) => Promise<Item | null>;
  /** Its address is that of the row; the account's present address replaces it. */
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
  /** Of mails that members can choose to get no more of. */
  readonly addUnsubscribe?: AddUnsubscribe;
  /** Shorter than the database lets a transaction be idle. */
  readonly longestSendMs?: number;
  /** Told at each round how many mails of a kind wait. */
  readonly onMailsDue?: ((queue: string, length: number) => void) | undefined;
}

const firstRetryMs = 60_000;
const longestRetryMs = 60 * 60 * 1000;
/** Closing the program waits for the running round, so a round must be short. */
const mostAtOnce = 100;
const tooLate = new Error('the mail server took too long');

interface Failure {
  readonly waitMs: number;
  readonly retryAt: number;
}

/**
 * Sends the mails that are due: each once while every part works, and at least once when something
 * breaks, because a node that dies while sending leaves the mail to another. A mail that fails is
 * retried after a minute, then later and later, and does not delay the others; one whose recipient is
 * refused for good is not. The returned function runs one round.
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
        if (!isRecipientRefused(error)) throw error;
        const about = { err: error, mail: kind.name, id };
        log.warn(about, 'a mail could not be sent, its recipient is refused');
      }
      await kind.markSent(tx, id, now());
    });
  }

  /** Mails that failed before come after all others. */
  function chooseNext(due: readonly number[]): number[] {
    const known = new Set(due);
    for (const id of failed.keys()) if (!known.has(id)) failed.delete(id);
    const again = due.filter((id) => (failed.get(id)?.retryAt ?? Infinity) <= now().getTime());
    return [...due.filter((id) => !failed.has(id)), ...again].slice(0, mostAtOnce);
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
        // The others would each take as long: they have the next round.
        if (error === tooLate) return;
      }
    }
  };
}

/**
 * Lets one node send the mail. It does not lock the row itself, because a call that changes the row
 * would then wait for the mail server. False: another node is sending it.
 */
async function claim(tx: Transaction, lock: number, id: number): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lock}, ${id}::integer) as locked`,
  );
  return rows[0]?.locked === true;
}
