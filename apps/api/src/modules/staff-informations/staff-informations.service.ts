import { defaultPageLimit } from '@tanren/contract/paging';
import { toGymTime } from '@tanren/domain/gym-day';
import type { StaffAction } from '@tanren/domain/staff-actions';
import { AppError } from '#app-error.ts';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import type { InformationRow } from '#db/schema/informations.ts';
import { listChanges, logStaffDeed } from '#db/staff-log.ts';
import { cutPage, type Page, readTimeCursor } from '#db/time-cursor.ts';
import {
  isSameInformation,
  readInformation,
  type SentInformation,
  settlePublishAt,
} from './information-content.ts';
import {
  changeInformation,
  deleteInformation,
  findDraft,
  holdInformation,
  insertInformation,
  selectInformations,
} from './staff-informations.store.ts';

export async function readInformationPage(
  db: Queryable,
  { cursor, limit = defaultPageLimit }: { readonly cursor?: string; readonly limit?: number },
): Promise<Page<InformationRow>> {
  const from = cursor === undefined ? null : readTimeCursor(cursor);
  return cutPage(await selectInformations(db, { from, limit: limit + 1 }), limit);
}

/** Sent again it is the one that was made, unless it says something else by now. */
export async function createInformation(
  db: Database,
  staffSub: string,
  { draftId, ...sent }: SentInformation & { readonly draftId: string },
  now: Date,
): Promise<InformationRow> {
  const read = readInformation(sent, now);
  const publishAt = settlePublishAt(read.publishAt, null, now);
  return await db.transaction(async (tx) => {
    const made = await insertInformation(tx, { content: read.content, publishAt, draftId }, now);
    if (made !== null) {
      await log(tx, { staffSub, action: 'information.create', before: null, after: made }, now);
      return made;
    }
    const known = await findDraft(tx, draftId);
    if (known === null || !isSameInformation(known, read, now)) throw new AppError('stale_version');
    return known;
  });
}

export interface InformationChange extends SentInformation {
  readonly id: number;
  /** Of the announcement that was changed. */
  readonly version: number;
}

export async function updateInformation(
  db: Database,
  staffSub: string,
  { id, version, ...sent }: InformationChange,
  now: Date,
): Promise<InformationRow> {
  const read = readInformation(sent, now);
  return await db.transaction(async (tx) => {
    const before = await holdInformation(tx, id);
    if (before === null) throw new AppError('not_found');
    if (before.version !== version) {
      // The same change again, after a lost answer, is no conflict.
      if (isSameInformation(before, read, now)) return before;
      throw new AppError('stale_version');
    }
    const publishAt = settlePublishAt(read.publishAt, before.publishAt, now);
    const stays = publishAt?.getTime() === before.publishAt?.getTime();
    if (stays && read.content === before.content) return before;
    const after = await changeInformation(tx, before, { content: read.content, publishAt }, now);
    await log(tx, { staffSub, action: 'information.update', before, after }, now);
    return after;
  });
}

export async function removeInformation(
  db: Database,
  staffSub: string,
  id: number,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await deleteInformation(tx, id);
    if (before === null) throw new AppError('not_found');
    await log(tx, { staffSub, action: 'information.delete', before, after: null }, now);
  });
}

interface InformationDeed {
  readonly staffSub: string;
  readonly action: StaffAction;
  readonly before: InformationRow | null;
  readonly after: InformationRow | null;
}

async function log(
  tx: Transaction,
  { staffSub, action, before, after }: InformationDeed,
  now: Date,
): Promise<void> {
  const changes = listChanges(describe(before), describe(after));
  const target = nameInformation(after ?? before);
  await logStaffDeed(tx, { staffSub, action, target, changes }, now);
}

function describe(row: InformationRow | null) {
  if (row === null) return { publishAt: '', content: '' };
  const { publishAt, content } = row;
  return { publishAt: publishAt === null ? '下書き' : toGymTime(publishAt), content };
}

const longestName = 60;

/** By its first line, as staff know it. */
function nameInformation(row: InformationRow | null): string {
  const [line = ''] = (row?.content ?? '').split('\n');
  return Array.from(line).slice(0, longestName).join('');
}
