import type { MembershipTerms } from '@tanren/domain/memberships/memberships';
import type { StaffAction } from '@tanren/domain/staff/staff-audit-log';
import type { Transaction } from '#db/database.ts';
import type { GymRow } from '#db/schema/gyms.ts';
import { listChanges, logAuditEntry } from '#modules/staff/audit-log.service.ts';
import { namePlans } from './staff-memberships.store.ts';

interface LoggedStep {
  readonly staffSub: string;
  readonly action: StaffAction;
  readonly gym: GymRow;
  /** `null` if the account was deleted; then the log names no member. */
  readonly memberSub: string | null;
  readonly reason: string;
  readonly before?: MembershipTerms;
  readonly after?: MembershipTerms;
}

/** Logs a change as plans and days, without the number and the name of the member. */
export async function logStep(tx: Transaction, step: LoggedStep, now: Date): Promise<void> {
  const { staffSub, action, gym, memberSub, reason, before = [], after = [] } = step;
  const names = await namePlans(tx, gym.id);
  const describe = (terms: MembershipTerms) => ({ terms: describeTerms(terms, names) });
  const about = memberSub === null ? {} : { memberSub };
  const changes = listChanges(describe(before), describe(after));
  await logAuditEntry(tx, { staffSub, action, target: gym.name, reason, changes, ...about }, now);
}

function describeTerms(terms: MembershipTerms, names: ReadonlyMap<number, string>): string {
  return terms
    .map(({ fromDay, lastDay, planId, paused }) => {
      const days = `${fromDay}〜${lastDay ?? ''}`;
      return `${names.get(planId) ?? ''}${paused ? '（休会）' : ''} ${days}`;
    })
    .join('、');
}
