import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#db/database.ts';
import { claimOffer, listUnmailed, markMailed } from './offer-mails.store.ts';
import { type OfferMail, writeOfferMail } from './offer-mail-text.ts';

export interface OfferMailParts {
  readonly db: Database;
  readonly sendMail: (mail: OfferMail) => Promise<void>;
  readonly publicUrl: URL;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

/** Shorter than the database lets a transaction be idle. */
const longestSendMs = 20_000;
const retryMs = 60_000;

/**
 * Tells those who were offered a place, each offer once as long as every part works, and at least
 * once whatever breaks: a node that dies while it sends leaves the mail to another. A mail that
 * cannot be sent is tried again after a minute, and keeps no other waiting.
 */
export function createOfferMails({ db, sendMail, publicUrl, now, log }: OfferMailParts) {
  const retryAt = new Map<number, number>();

  async function mail(waitId: number): Promise<void> {
    await db.transaction(async (tx) => {
      const offer = await claimOffer(tx, waitId, now());
      if (offer === null) return;
      await limitTime(sendMail(writeOfferMail(offer, publicUrl)));
      await markMailed(tx, waitId, now());
    });
  }

  return async (): Promise<void> => {
    const due = await listUnmailed(db, now());
    for (const waitId of retryAt.keys()) if (!due.includes(waitId)) retryAt.delete(waitId);
    for (const waitId of due) {
      if ((retryAt.get(waitId) ?? 0) > now().getTime()) continue;
      try {
        await mail(waitId);
      } catch (error) {
        retryAt.set(waitId, now().getTime() + retryMs);
        log.warn({ err: error, waitId }, 'an offer could not be mailed, trying again');
      }
    }
  };
}

async function limitTime(sending: Promise<void>): Promise<void> {
  const sent = new AbortController();
  try {
    await Promise.race([sending, failLate(sent.signal)]);
  } finally {
    sent.abort();
  }
}

async function failLate(signal: AbortSignal): Promise<never> {
  await sleep(longestSendMs, undefined, { signal });
  throw new Error('the mail server took too long');
}
