import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { membershipConfirmations } from '#db/schema/memberships.ts';
import type { ExportPart, MemberData } from '#modules/identity/member-data.service.ts';
import { formatNumber } from '#modules/memberships/membership-records.ts';

const pageLength = 100;

const confirmationPart: ExportPart = {
  name: 'membership-confirmations',
  title: '入会の最終確認',
  headers: ['日時（日本時間）', 'ジム', '会員番号', '内容'],
  async *readRows(db, { sub }) {
    const { id } = membershipConfirmations;
    for (let afterId = 0; ;) {
      const page = await db
        .select({ row: membershipConfirmations, gymName: gyms.name })
        .from(membershipConfirmations)
        .innerJoin(gyms, eq(gyms.id, membershipConfirmations.gymId))
        .where(and(eq(membershipConfirmations.sub, sub), gt(id, afterId)))
        .orderBy(asc(id))
        .limit(pageLength);
      for (const { row, gymName } of page) {
        const { id: confirmationId, gymId, requestId, membershipId } = row;
        const { version, digest, text, sections, agreedAt } = row;
        const about = { confirmationId, gymId, gymName, requestId, membershipId };
        const number = membershipId === null ? null : formatNumber(membershipId);
        yield {
          record: { ...about, version, digest, text, sections, agreedAt },
          cells: [toGymTime(agreedAt), gymName, number, text],
        };
      }
      if (page.length < pageLength) return;
      afterId = page.at(-1)?.row.id ?? afterId;
    }
  },
};

/**
 * Erases the confirmations of an account. Those of a contract stay with it without the account,
 * because they name no person. It comes before the memberships and their requests.
 */
async function erase(tx: Transaction, sub: string): Promise<void> {
  const { membershipId } = membershipConfirmations;
  const isOwn = eq(membershipConfirmations.sub, sub);
  await tx.delete(membershipConfirmations).where(and(isOwn, isNull(membershipId)));
  await tx.update(membershipConfirmations).set({ sub: null, requestId: null }).where(isOwn);
}

export const membershipConfirmationData: MemberData = { erase, exports: [confirmationPart] };
