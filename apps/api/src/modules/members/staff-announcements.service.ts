import { defaultPageLimit } from '@tanren/contract/endpoint';
import type { AnnouncementContent } from '@tanren/contract/members/staff-announcements';
import type { ProblemField } from '@tanren/contract/problem';
import { toGymTime } from '@tanren/domain/gyms/gym-time';
import type { StaffAction } from '@tanren/domain/staff/staff-audit-log';
import {
  staffLimits,
  findStaffTextError,
  normalizeStaffText,
} from '@tanren/domain/staff/staff-texts';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import type { AnnouncementRow } from '#db/schema/members.ts';
import { cutPage, type Page, readTimeCursor } from '#db/time-cursor.ts';
import { listChanges, logAuditEntry } from '#modules/staff/audit-log.service.ts';
import {
  changeAnnouncement,
  deleteAnnouncement,
  findDraft,
  lockAnnouncement,
  insertAnnouncement,
  selectAnnouncements,
} from './staff-announcements.store.ts';

interface SentAnnouncement {
  readonly content: string;
  readonly publishAt: string | null;
}

interface ReadAnnouncement {
  readonly content: string;
  /** Time of publication as it was sent. `null` for a draft. */
  readonly publishAt: Date | null;
}

/**
 * Maximum time ahead in milliseconds. An announcement planned for the year 2206 is a typing error.
 */
const furthestMs = 10 * 365 * 24 * 60 * 60 * 1000;

const textErrors = {
  empty: 'is empty',
  too_long: 'is too long',
  unreadable: 'has control characters',
} as const;

/** Parses an announcement. Throws with all errors at once if it is invalid. */
function readAnnouncement({ content, publishAt }: SentAnnouncement, now: Date) {
  const error = findStaffTextError(content, { max: staffLimits.announcement, required: true });
  const at = publishAt === null ? null : new Date(publishAt);
  const fields: ProblemField[] = [
    ...(error === null ? [] : [fieldError('/content', textErrors[error])]),
    // The format allows leap seconds and offsets of two digits, which JavaScript cannot read.
    ...(at !== null && Number.isNaN(at.getTime())
      ? [fieldError('/publishAt', 'is not an instant')]
      : []),
    ...(at !== null && at.getTime() > now.getTime() + furthestMs
      ? [fieldError('/publishAt', 'is too far ahead')]
      : []),
  ];
  if (fields.length > 0) throw new AppError('invalid_request', { fields });
  return { content: normalizeStaffText(content), publishAt: at } satisfies ReadAnnouncement;
}

function fieldError(path: string, message: string): ProblemField {
  return { path, in: 'body', message };
}

/**
 * Returns the time of publication. A time in the past becomes the present one, because the
 * announcement was not visible before. A public announcement keeps its time unless staff send
 * another one.
 */
function choosePublishAt(sent: Date | null, stored: Date | null, now: Date): Date | null {
  if (sent === null || sent.getTime() === stored?.getTime()) return sent;
  return sent <= now ? now : sent;
}

/**
 * Returns whether the stored announcement already has the sent content, even if this same request
 * published it.
 */
function isSameAnnouncement(stored: ReadAnnouncement, sent: ReadAnnouncement, now: Date): boolean {
  if (stored.content !== sent.content) return false;
  if (stored.publishAt === null || sent.publishAt === null) {
    return stored.publishAt === sent.publishAt;
  }
  if (stored.publishAt.getTime() === sent.publishAt.getTime()) return true;
  return stored.publishAt <= now && sent.publishAt <= now;
}

export async function readAnnouncementPage(
  db: Queryable,
  { cursor, limit = defaultPageLimit }: { readonly cursor?: string; readonly limit?: number },
): Promise<Page<AnnouncementRow>> {
  const from = cursor === undefined ? null : readTimeCursor(cursor);
  return cutPage(await selectAnnouncements(db, { from, limit: limit + 1 }), limit);
}

/**
 * Creates an announcement. Sending the same draft again returns the existing one, unless its
 * content has changed meanwhile.
 */
export async function createAnnouncement(
  db: Queryable,
  staffSub: string,
  { draftId, ...sent }: SentAnnouncement & { readonly draftId: string },
  now: Date,
): Promise<AnnouncementRow> {
  const read = readAnnouncement(sent, now);
  const publishAt = choosePublishAt(read.publishAt, null, now);
  return await db.transaction(async (tx) => {
    const made = await insertAnnouncement(tx, { content: read.content, publishAt, draftId }, now);
    if (made !== null) {
      await log(tx, { staffSub, action: 'information.create', before: null, after: made }, now);
      return made;
    }
    const known = await findDraft(tx, draftId);
    if (known === null || !isSameAnnouncement(known, read, now))
      throw new AppError('stale_version');
    return known;
  });
}

interface AnnouncementChange extends SentAnnouncement {
  readonly id: number;
  /** Version of the announcement that was changed. */
  readonly version: number;
}

export async function updateAnnouncement(
  db: Queryable,
  staffSub: string,
  { id, version, ...sent }: AnnouncementChange,
  now: Date,
): Promise<AnnouncementRow> {
  const read = readAnnouncement(sent, now);
  return await db.transaction(async (tx) => {
    const before = await lockAnnouncement(tx, id);
    if (before === null) throw new AppError('not_found');
    if (before.version !== version) {
      // The same change again, after a lost answer, is not a conflict.
      if (isSameAnnouncement(before, read, now)) return before;
      throw new AppError('stale_version');
    }
    const publishAt = choosePublishAt(read.publishAt, before.publishAt, now);
    const stays = publishAt?.getTime() === before.publishAt?.getTime();
    if (stays && read.content === before.content) return before;
    const after = await changeAnnouncement(tx, before, { content: read.content, publishAt }, now);
    await log(tx, { staffSub, action: 'information.update', before, after }, now);
    return after;
  });
}

export async function removeAnnouncement(
  db: Queryable,
  staffSub: string,
  id: number,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await deleteAnnouncement(tx, id);
    if (before === null) throw new AppError('not_found');
    await log(tx, { staffSub, action: 'information.delete', before, after: null }, now);
  });
}

interface AnnouncementEntry {
  readonly staffSub: string;
  readonly action: StaffAction;
  readonly before: AnnouncementRow | null;
  readonly after: AnnouncementRow | null;
}

async function log(
  tx: Transaction,
  { staffSub, action, before, after }: AnnouncementEntry,
  now: Date,
): Promise<void> {
  const changes = listChanges(describe(before), describe(after));
  const target = nameAnnouncement(after ?? before);
  await logAuditEntry(tx, { staffSub, action, target, changes }, now);
}

function describe(row: AnnouncementRow | null): Record<keyof AnnouncementContent, string> {
  if (row === null) return { publishAt: '', content: '' };
  const { publishAt, content } = row;
  return { publishAt: publishAt === null ? '下書き' : toGymTime(publishAt), content };
}

const longestName = 60;

/** Returns the first line of an announcement, by which staff know it. */
function nameAnnouncement(row: AnnouncementRow | null): string {
  const [line = ''] = (row?.content ?? '').split('\n');
  return Array.from(line).slice(0, longestName).join('');
}
