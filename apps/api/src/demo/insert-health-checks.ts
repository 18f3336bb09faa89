import { demoGyms } from '@tanren/demo/gyms/demo-gyms';
import type { MembershipRows } from '@tanren/demo/memberships/membership-rows';
import { healthCheckVersion, mapHealthQuestions } from '@tanren/domain/memberships/health-check';
import type { Transaction } from '#db/database.ts';
import { healthChecks } from '#db/schema/memberships.ts';
import { sealAnswers } from '#modules/memberships/health-answers.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** One in nine members has not answered, and one in eight has an injury. */
const [silentEvery, injuredEvery] = [9, 8];

/** Inserts answers for the members of the gyms that ask for a health check. */
export async function insertHealthChecks(
  tx: Transaction,
  healthKey: Buffer,
  { memberships }: Pick<MembershipRows, 'memberships'>,
  midnight: Date,
): Promise<void> {
  const asking = new Set(demoGyms.filter(({ healthCheck }) => healthCheck).map(({ id }) => id));
  const members = memberships.flatMap(({ sub, gymId }) =>
    sub !== null && asking.has(gymId) ? [{ sub, gymId }] : [],
  );
  const rows = members.flatMap((member, index) => {
    if (index % silentEvery === 0) return [];
    const joints = index % injuredEvery === 1;
    const answers = { ...mapHealthQuestions(() => false), joints };
    return {
      ...member,
      version: healthCheckVersion,
      sealed: sealAnswers(healthKey, member, answers),
      answeredAt: new Date(midnight.getTime() - (20 + (index % 200)) * dayMs),
    };
  });
  await tx.insert(healthChecks).values(rows).onConflictDoNothing();
}
