import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { guardianRelations } from '@tanren/domain/memberships/minors';
import { and, asc, eq, gt } from 'drizzle-orm';
import { guardianConsents, membershipRequests } from '#db/schema/memberships.ts';
import type { ExportPart } from '#modules/identity/member-data.service.ts';

const pageLength = 100;

const outcomeWords = { agreed: '同意', declined: '不同意' } as const;

/** Exports the mails to guardians. The erasure of a request deletes its rows. */
export const guardianConsentPart: ExportPart = {
  name: 'guardian-consents',
  title: '保護者の同意',
  headers: [
    '申請の日時（日本時間）',
    '保護者の氏名',
    '続柄',
    '保護者のメールアドレス',
    '送信の日時（日本時間）',
    '回答',
    '回答の日時（日本時間）',
    '保護者に表示した内容',
  ],
  async *readRows(db, { sub }) {
    const { id, requestId } = guardianConsents;
    for (let afterId = 0; ;) {
      const page = await db
        .select({ row: guardianConsents })
        .from(guardianConsents)
        .innerJoin(membershipRequests, eq(membershipRequests.id, requestId))
        .where(and(eq(membershipRequests.sub, sub), gt(id, afterId)))
        .orderBy(asc(id))
        .limit(pageLength);
      for (const { row } of page) {
        const { id: guardianConsentId, requestId: ofRequest, confirmationText } = row;
        const { name, relation, email, queuedAt, sentAt, expiresAt, outcome, decidedAt } = row;
        const person = { name, relation, email };
        const times = { queuedAt, sentAt, expiresAt, decidedAt };
        yield {
          record: {
            guardianConsentId,
            requestId: ofRequest,
            ...person,
            ...times,
            outcome,
            confirmationText,
          },
          cells: [
            toGymTime(queuedAt),
            name,
            guardianRelations.find((one) => one.id === relation)?.label ?? relation,
            email,
            sentAt && toGymTime(sentAt),
            outcome && outcomeWords[outcome],
            decidedAt && toGymTime(decidedAt),
            confirmationText,
          ],
        };
      }
      if (page.length < pageLength) return;
      afterId = page.at(-1)?.row.id ?? afterId;
    }
  },
};
