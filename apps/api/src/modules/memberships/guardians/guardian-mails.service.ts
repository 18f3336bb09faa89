import { randomBytes } from 'node:crypto';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { guardianLinkDays } from '@tanren/domain/memberships/minors';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { guardianConsents, membershipRequests } from '#db/schema/memberships.ts';
import { createMailRounds, type MailParts } from '#mail/mail-rounds.ts';
import { formatDay, type PlainMail, separateDigits, writeText } from '#mail/mail-words.ts';
import { hashToken } from './guardian-consents.store.ts';
import { selectRequests } from '#modules/memberships/membership-records.ts';

interface GuardianMail {
  /** The mail is not for the member's account. */
  readonly sub: null;
  readonly id: number;
  readonly email: string;
  readonly guardianName: string;
  readonly minorName: string;
  readonly gymName: string;
  readonly planName: string;
  readonly token: string;
}

async function listDue(db: Queryable): Promise<number[]> {
  const { id, sentAt, email } = guardianConsents;
  const due = await db
    .select({ id })
    .from(guardianConsents)
    .where(and(isNull(sentAt), isNotNull(email)))
    .orderBy(asc(id));
  return due.map((consent) => consent.id);
}

/** Finds a mail that is still needed. Its token is made here and never stored. */
async function findMail(tx: Transaction, id: number): Promise<GuardianMail | null> {
  const { sentAt, email, id: ofConsent } = guardianConsents;
  const [consent] = await tx
    .select()
    .from(guardianConsents)
    .where(and(eq(ofConsent, id), isNull(sentAt), isNotNull(email)));
  if (consent?.email === undefined || consent.email === null) return null;
  const [request] = await selectRequests(tx, eq(membershipRequests.id, consent.requestId));
  if (request === undefined || request.row.decidedAt !== null) return null;
  return {
    sub: null,
    id,
    email: consent.email,
    guardianName: consent.name,
    minorName: request.row.name,
    gymName: request.gymName,
    planName: request.plan?.name ?? '',
    token: randomBytes(32).toString('base64url'),
  };
}

/** The token is in the fragment of the link, which no server and no log receives. */
export function writeGuardianMail(mail: GuardianMail, publicUrl: URL, now: Date): PlainMail {
  const { email, guardianName, minorName, gymName, planName, token } = mail;
  const last = new Date(now.getTime() + guardianLinkDays * dayMs);
  const link = new URL('/guardian-consent', publicUrl);
  link.hash = token;
  return {
    to: email,
    subject: '【TANREN】入会への同意のお願い',
    text: writeText([
      `${guardianName} 様`,
      `${minorName}さんが、${gymName}への入会を申し込みました。18歳未満の方の入会には、保護者の同意が必要です。`,
      `ジム：${separateDigits(gymName)}\nプラン：${separateDigits(planName)}`,
      `下記のページで契約の内容をご確認のうえ、同意するかどうかをお選びください。アカウントの登録は不要です。このリンクは${formatDay(toGymDay(last), now)}まで、1回に限りお使いいただけます。\n${link.href}`,
      'お心当たりのない場合は、このメールを破棄してください。同意されないかぎり、契約は成立しません。',
    ]),
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** Mails guardians the link to their page. */
export function createGuardianMails(parts: MailParts): () => Promise<void> {
  const hashes = new Map<number, Buffer>();
  return createMailRounds(
    {
      name: 'consent of a guardian',
      lock: advisoryLocks.guardianMail,
      listDue,
      async find(tx, id) {
        const mail = await findMail(tx, id);
        if (mail !== null) hashes.set(id, hashToken(mail.token));
        return mail;
      },
      write: writeGuardianMail,
      async markSent(tx, id, now) {
        const expiresAt = new Date(now.getTime() + guardianLinkDays * dayMs);
        const tokenHash = hashes.get(id) ?? null;
        hashes.delete(id);
        const { email } = guardianConsents;
        // A mail that was replaced while it was sent gets no valid link.
        await tx
          .update(guardianConsents)
          .set({ sentAt: now, expiresAt, tokenHash })
          .where(and(eq(guardianConsents.id, id), isNotNull(email)));
      },
    },
    parts,
  );
}
