import { advisoryLocks } from '#db/advisory-locks.ts';
import { createMailRounds, type MailParts } from './mail-rounds.ts';
import { writeOfferMail } from './offer-mail-text.ts';
import { findOffer, listUnmailed, markMailed } from './offer-mails.store.ts';

/** Tells those who were offered a place, as long as it is held for them. */
export function createOfferMails(parts: MailParts): () => Promise<void> {
  return createMailRounds(
    {
      name: 'offer',
      lock: advisoryLocks.offerMail,
      listDue: listUnmailed,
      find: findOffer,
      write: writeOfferMail,
      markTold: markMailed,
    },
    parts,
  );
}
