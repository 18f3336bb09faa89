import type { CommandMessage } from '@tanren/contract/machine-messages';
import { toKilograms } from '@tanren/domain/loads';
import { eq } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { userInfos } from '#db/schema/userinfo.ts';
import { whyOver } from './tanren-connection.service.ts';
import { findMachineLink, type MemberLink } from './tanren-connection.store.ts';

/** In hectograms; null when the member has done nothing of the type yet. */
export type FindNextLoad = (
  db: Queryable,
  sub: string,
  workoutTypeId: number,
  range: { readonly minLoadHg: number; readonly maxLoadHg: number; readonly loadStepHg: number },
  now: Date,
) => Promise<number | null>;

/** What a machine must believe now: told when it comes back, and whenever it is mistaken. */
export async function describeLink(
  db: Queryable,
  findNextLoad: FindNextLoad,
  machineId: number,
  now: Date,
): Promise<CommandMessage> {
  const found = await findMachineLink(db, machineId);
  const over = found === null ? 'idle' : whyOver(found, now);
  if (found === null || over !== null) {
    return { type: 'unlinked', connectionId: null, reason: over ?? 'idle' };
  }
  return await describeLinked(db, findNextLoad, found, now);
}

export async function describeLinked(
  db: Queryable,
  findNextLoad: FindNextLoad,
  { link, machine }: MemberLink,
  now: Date,
): Promise<CommandMessage> {
  const nextLoadHg = await findNextLoad(db, link.sub, machine.workoutTypeId, machine, now);
  return {
    type: 'linked',
    connectionId: link.id,
    nickname: await findNickname(db, link.sub),
    nextLoadKg: nextLoadHg === null ? null : toKilograms(nextLoadHg),
    items: [],
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
