import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isNotificationKind, type NotificationKind } from '@tanren/domain/members/notifications';
import type { PlainMail } from './mail-words.ts';

interface MailedKind {
  readonly sub: string;
  readonly kind: NotificationKind;
}

/** Adds a link to a mail with which the member unsubscribes from mails of this kind. */
export type AddUnsubscribe = (mail: PlainMail, mailed: MailedKind) => PlainMail;

export interface Unsubscriptions {
  readonly add: AddUnsubscribe;
  /**
   * Returns the member and the kind of mail in a token. `null` when the token was not made by this
   * server.
   */
  readonly read: (token: string) => MailedKind | null;
}

const uuidText = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/;
const tokenText = /^([\w-]{22})\.([a-z-]{3,30})\.([\w-]{22})$/;

/**
 * Opens links that stop the mails of one kind for one member without signing in (RFC 8058). A token
 * contains both and is signed, so it needs no table and works in the oldest mail. It gives no other
 * right.
 */
export function openUnsubscriptions(serverKey: Buffer, publicUrl: URL): Unsubscriptions {
  const key = Buffer.from(hkdfSync('sha256', serverKey, '', 'mail unsubscriptions', 32));
  const sign = (text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url');

  const write = ({ sub, kind }: MailedKind): string => {
    const named = `${Buffer.from(sub.replaceAll('-', ''), 'hex').toString('base64url')}.${kind}`;
    return `${named}.${sign(named)}`;
  };

  return {
    add(mail, mailed) {
      const token = write(mailed);
      const page = new URL('/unsubscribe', publicUrl);
      page.searchParams.set('token', token);
      const call = new URL(`/api/notification-unsubscriptions/${token}`, publicUrl);
      const words = `この種類のメールの配信を停止する：\n${page.href}`;
      return { ...mail, text: `${mail.text}\n${words}\n`, unsubscribeUrl: call.href };
    },
    read(token) {
      const [, who = '', kind = '', signature = ''] = tokenText.exec(token) ?? [];
      const expected = Buffer.from(sign(`${who}.${kind}`));
      const given = Buffer.from(signature);
      if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
      const hex = Buffer.from(who, 'base64url').toString('hex');
      if (!isNotificationKind(kind) || !uuidText.test(hex)) return null;
      return { sub: hex.replace(uuidText, '$1-$2-$3-$4-$5'), kind };
    },
  };
}
