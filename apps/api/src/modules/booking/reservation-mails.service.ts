import type { NotificationKind } from '@tanren/domain/members/notifications';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { createMailRounds, type MailParts } from '#mail/mail-rounds.ts';
import type { PlainMail } from '#mail/mail-words.ts';
import { writeGymCancellationMail, writeOfferMail } from './reservation-mail-texts.ts';
import {
  findOffer,
  findUnnotified,
  deleteAddress,
  listUnmailed,
  listUnnotified,
  markMailed,
} from './reservation-mails.store.ts';

/** Notifies members whose reservation the gym has cancelled, even after the slot has begun. */
export function createGymCancellationMails(parts: MailParts): () => Promise<void> {
  return createMailRounds(
    {
      name: 'cancellation by the gym',
      lock: advisoryLocks.gymCancellationMail,
      listDue: listUnnotified,
      find: findUnnotified,
      write: (lost, publicUrl, now) =>
        offerChoice(writeGymCancellationMail(lost, publicUrl, now), lost, 'gym-cancelled', parts),
      markSent: deleteAddress,
    },
    parts,
  );
}

/** Notifies members who were offered a seat, as long as the seat is held for them. */
export function createOfferMails(parts: MailParts): () => Promise<void> {
  return createMailRounds(
    {
      name: 'offer',
      lock: advisoryLocks.offerMail,
      listDue: listUnmailed,
      find: findOffer,
      write: (offer, publicUrl, now) =>
        offerChoice(writeOfferMail(offer, publicUrl, now), offer, 'offer', parts),
      markSent: markMailed,
    },
    parts,
  );
}

/** Adds the unsubscribe link. Members can turn off both kinds of mail. */
function offerChoice(
  mail: PlainMail,
  { sub }: { readonly sub: string },
  kind: NotificationKind,
  { addUnsubscribe }: Pick<MailParts, 'addUnsubscribe'>,
): PlainMail {
  return addUnsubscribe?.(mail, { sub, kind }) ?? mail;
}
