import type { CommandMessage } from '@tanren/contract/machine-messages';
import { toKilograms } from '@tanren/domain/loads';
import { settableAtMost, type SettableLoads } from '@tanren/domain/settable-loads';
import { eq } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { userInfos } from '#db/schema/userinfo.ts';
import { whyOver } from './tanren-connection.service.ts';
import { findMachineLink, type MemberLink } from './tanren-connection.store.ts';

/** In hectograms; null when the member has done nothing of the type yet. */
type FindLoads = (
  db: Queryable,
  sub: string,
  workoutTypeId: number,
  range: SettableLoads,
  now: Date,
) => Promise<{
  readonly nextLoadHg: number;
  readonly chosenByTrainer: boolean;
  readonly recentBestHg: number;
} | null>;

/** What is left of a step of the session that the member is doing. */
export interface DueItem {
  readonly sets: number;
  readonly reps: number;
  /** null: whatever comes next for the member. */
  readonly loadHg: number | null;
  readonly restSeconds: number;
}

/** In the order of the session; none without one, or when all of the type is done. */
type FindDueItems = (
  db: Queryable,
  sub: string,
  workoutTypeId: number,
  now: Date,
) => Promise<readonly DueItem[]>;

/** What other modules know of what a member is about to do at a machine. */
export interface MemberPlans {
  readonly findLoads: FindLoads;
  readonly findDueItems: FindDueItems;
}

/** What a machine must believe now: told when it comes back, and whenever it is mistaken. */
export async function describeLink(
  db: Queryable,
  plans: MemberPlans,
  machineId: number,
  now: Date,
): Promise<CommandMessage> {
  const found = await findMachineLink(db, machineId);
  const over = found === null ? 'idle' : whyOver(found, now);
  if (found === null || over !== null) {
    return { type: 'unlinked', connectionId: null, reason: over ?? 'idle' };
  }
  return await describeLinked(db, plans, found, now);
}

export async function describeLinked(
  db: Queryable,
  { findLoads, findDueItems }: MemberPlans,
  { link, machine }: MemberLink,
  now: Date,
): Promise<CommandMessage> {
  const { workoutTypeId } = machine;
  const loads = await findLoads(db, link.sub, workoutTypeId, machine, now);
  const nextLoadHg = loads?.nextLoadHg ?? null;
  const due = await findDueItems(db, link.sub, workoutTypeId, now);
  return {
    type: 'linked',
    connectionId: link.id,
    nickname: await findNickname(db, link.sub),
    nextLoadKg: nextLoadHg === null ? null : toKilograms(nextLoadHg),
    chosenByTrainer: loads?.chosenByTrainer ?? false,
    recentBestKg: loads === null ? null : toKilograms(loads.recentBestHg),
    items: due.map(({ sets, reps, loadHg, restSeconds }) => {
      // The session was written for the type; this one machine may have other plates.
      const settableHg = loadHg === null ? nextLoadHg : settableAtMost(machine, loadHg);
      return {
        sets,
        reps,
        loadKg: settableHg === null ? null : toKilograms(settableHg),
        restSeconds,
      };
    }),
  };
}

/** Empty while the member has no profile: a link asks for none. */
async function findNickname(db: Queryable, sub: string): Promise<string> {
  const [found] = await db
    .select({ nickname: userInfos.nickname })
    .from(userInfos)
    .where(eq(userInfos.sub, sub));
  return found?.nickname ?? '';
}
