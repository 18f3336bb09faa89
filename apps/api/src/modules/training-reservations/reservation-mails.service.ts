import { advisoryLocks } from '#db/advisory-locks.ts';
import { createMailRounds, type MailParts } from '#mail/mail-rounds.ts';
import { writeGymCancellationMail, writeOfferMail } from './reservation-mail-texts.ts';
import {
  findOffer,
  findUnnotified,
  forgetAddress,
  listUnmailed,
  listUnnotified,
  markMailed,
} from './reservation-mails.store.ts';

/** Notifies members whose reservation the gym has cancelled, also after the slot has begun. */
export function createGymCancellationMails(parts: MailParts): () => Promise<void> {
  return createMailRounds(
    {
      name: 'cancellation by the gym',
      lock: advisoryLocks.gymCancellationMail,
      listDue: listUnnotified,
      find: findUnnotified,
      write: writeGymCancellationMail,
      markSent: forgetAddress,
    },
    parts,
  );
}

/** Notifies members who were offered a seat, as long as it is held for them. */
export function createOfferMails(parts: MailParts): () => Promise<void> {
  return createMailRounds(
    {
      name: 'offer',
      lock: advisoryLocks.offerMail,
      listDue: listUnmailed,
      find: findOffer,
      write: writeOfferMail,
      markSent: markMailed,
    },
    parts,
  );
}
