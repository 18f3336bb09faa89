import type { LegalNotice as WireNotice } from '@tanren/contract/gyms/legal-notice';
import {
  chooseJoining,
  findMissingLegalFields,
  type LegalNotice,
  mapLegalNotice,
} from '@tanren/domain/gyms/legal-notice';
import type { JoiningRule } from '@tanren/domain/memberships/memberships';
import { eq } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { gymLegalNotices, type GymRow, gyms } from '#db/schema/gyms.ts';
import { listChanges, logAuditEntry } from '#modules/staff/audit-log.service.ts';
import { lockGymRules } from './gym-rules.service.ts';
import { readNotice } from './gym-texts.ts';

async function findNotice(db: Queryable, gymId: number) {
  const [found] = await db
    .select({ gym: gyms, notice: gymLegalNotices })
    .from(gyms)
    .leftJoin(gymLegalNotices, eq(gymLegalNotices.gymId, gyms.id))
    .where(eq(gyms.id, gymId));
  if (found === undefined) throw new AppError('not_found');
  return found;
}

/** Reads the items of a gym's notice. They are empty for a gym without one. */
export async function readLegalNotice(db: Queryable, gymId: number): Promise<LegalNotice> {
  const { notice } = await findNotice(db, gymId);
  return mapLegalNotice((field) => notice?.[field] ?? '');
}

export async function readWireNotice(db: Queryable, gymId: number): Promise<WireNotice> {
  const { gym, notice } = await findNotice(db, gymId);
  return {
    gymId,
    gymName: gym.name,
    ...mapLegalNotice((field) => notice?.[field] ?? ''),
    version: notice?.version ?? 0,
    updatedAt: notice?.updatedAt.toISOString() ?? null,
  };
}

/** Returns how a gym accepts new members now. Only an `open` gym needs its notice for it. */
export async function readJoining(
  db: Queryable,
  { id, joining }: Pick<GymRow, 'id' | 'joining'>,
): Promise<JoiningRule> {
  return joining === 'approval' ? joining : chooseJoining(joining, await readLegalNotice(db, id));
}

interface NoticeChange {
  readonly staffSub: string;
  readonly gymId: number;
  /** Version that the change was made from. */
  readonly version: number;
}

/**
 * Writes the notice of a gym. A request that changes nothing is not logged and never stale, because
 * it repeats a change after a lost answer. While the gym is `open`, no item can be emptied.
 */
export async function changeLegalNotice(
  db: Queryable,
  { staffSub, gymId, version }: NoticeChange,
  sent: LegalNotice,
  now: Date,
): Promise<WireNotice> {
  const after = readNotice(sent);
  return await db.transaction(async (tx) => {
    await lockGymRules(tx, gymId);
    const { gym, notice } = await findNotice(tx, gymId);
    const before = mapLegalNotice((field) => notice?.[field] ?? '');
    const changes = listChanges(before, after);
    if (changes.length > 0) {
      const known = notice?.version ?? 0;
      if (known !== version) throw new AppError('stale_version');
      const isLost = findMissingLegalFields(after).some((field) => before[field] !== '');
      if (gym.joining === 'open' && isLost) throw new AppError('legal_notice_missing');
      const row = { ...after, version: known + 1, updatedAt: now };
      await tx
        .insert(gymLegalNotices)
        .values({ gymId, ...row })
        .onConflictDoUpdate({ target: gymLegalNotices.gymId, set: row });
      const entry = { staffSub, action: 'gym.legal-notice', target: gym.name, changes } as const;
      await logAuditEntry(tx, entry, now);
    }
    return await readWireNotice(tx, gymId);
  });
}
