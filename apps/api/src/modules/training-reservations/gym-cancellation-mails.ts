import { advisoryLocks } from '#db/advisory-locks.ts';
import { writeGymCancellationMail } from './gym-cancellation-mail-text.ts';
import { findUntold, listUntold } from './gym-cancellation-mails.store.ts';
import { createMailRounds, type MailParts } from './mail-rounds.ts';
import { forgetAddress } from './reservation-addresses.store.ts';

/** Tells those whose reservation the gym has cancelled, also when its time has come meanwhile. */
export function createGymCancellationMails(parts: MailParts): () => Promise<void> {
  return createMailRounds(
    {
      name: 'cancellation by the gym',
      lock: advisoryLocks.gymCancellationMail,
      listDue: listUntold,
      find: findUntold,
      write: writeGymCancellationMail,
      markTold: forgetAddress,
    },
    parts,
  );
}
