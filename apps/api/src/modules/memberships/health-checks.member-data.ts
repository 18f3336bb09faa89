import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { healthQuestions } from '@tanren/domain/memberships/health-check';
import { asc, eq, lt } from 'drizzle-orm';
import type { Database, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { healthChecks } from '#db/schema/memberships.ts';
import type { ExportPart, MemberData } from '#modules/identity/member-data.service.ts';
import { openAnswers } from './health-answers.ts';

async function erase(tx: Transaction, sub: string): Promise<void> {
  await tx.delete(healthChecks).where(eq(healthChecks.sub, sub));
}

/** The export needs the key of the answers, so `openHealthCheckPart` makes it. */
export const healthCheckData: MemberData = { erase, exports: [] };

/** Returns the part of the export with the answers in readable form. */
export function openHealthCheckPart(healthKey: Buffer): ExportPart {
  return {
    name: 'health-checks',
    title: '健康チェック',
    headers: ['回答日時（日本時間）', 'ジム', ...healthQuestions.map(({ text }) => text)],
    async *readRows(db, { sub }) {
      const { gymId, version, sealed, answeredAt } = healthChecks;
      const rows = await db
        .select({ gymId, gymName: gyms.name, version, sealed, answeredAt })
        .from(healthChecks)
        .innerJoin(gyms, eq(gyms.id, gymId))
        .where(eq(healthChecks.sub, sub))
        .orderBy(asc(gymId));
      for (const { sealed: bytes, ...record } of rows) {
        const answers = openAnswers(healthKey, { sub, gymId: record.gymId }, bytes);
        const words = healthQuestions.map(({ key }) => {
          if (answers === null) return null;
          return answers[key] ? 'はい' : 'いいえ';
        });
        yield {
          record: { ...record, answers },
          cells: [toGymTime(record.answeredAt), record.gymName, ...words],
        };
      }
    },
  };
}

/** Deletes answers that are older than the privacy policy allows. */
export async function purgeHealthChecks(db: Database, answeredBefore: Date): Promise<void> {
  await db.delete(healthChecks).where(lt(healthChecks.answeredAt, answeredBefore));
}
