import type { StaffAnnouncement } from '@tanren/contract/members/staff-announcements';
import { isGymDay, toGymDay, toGymInstant, toGymTime } from '@tanren/domain/gyms/gym-time';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { announcementFieldNames } from '#entities/members/announcement-fields.ts';
import { maxTitleLength, splitTitle } from '#entities/members/announcement-card.tsx';
import { formatGymClock, formatGymDate, gymDateOf } from '#lib/dates.ts';
import { explainStaffText } from '#lib/staff-text.ts';

export type AnnouncementState = 'draft' | 'planned' | 'published';

export function stateOf({ publishAt, published }: StaffAnnouncement): AnnouncementState {
  if (publishAt === null) return 'draft';
  return published ? 'published' : 'planned';
}

export const stateWords: Record<AnnouncementState, string> = {
  draft: '下書き',
  planned: '公開予定',
  published: '公開中',
};

/** Formats an instant on the gym's clock, as `8月15日(金) 10:00`. */
export function formatInstant(instant: string): string {
  return `${formatGymDate(gymDateOf(instant))} ${formatGymClock(instant)}`;
}

export function describeTime(announcement: StaffAnnouncement): string {
  const { publishAt, updatedAt } = announcement;
  switch (stateOf(announcement)) {
    case 'draft':
      return `${formatInstant(updatedAt)} 更新`;
    case 'planned':
      return `${formatInstant(publishAt ?? updatedAt)} に公開`;
    case 'published':
      return `${formatInstant(publishAt ?? updatedAt)} から公開`;
  }
}

interface SavedWords {
  readonly title: string;
  readonly text: string;
}

/** Describes what was saved. `before` is the replaced version, or `null` for a new announcement. */
export function describeSaved(
  saved: StaffAnnouncement,
  before: StaffAnnouncement | null,
): SavedWords {
  const was = before === null ? null : stateOf(before);
  switch (stateOf(saved)) {
    case 'draft':
      return was === 'published'
        ? { title: '公開をやめました', text: '会員のお知らせから外し、下書きに戻しました。' }
        : { title: '下書きを保存しました', text: '会員には表示されていません。' };
    case 'planned':
      return {
        title: '公開を予約しました',
        text: `${formatInstant(saved.publishAt ?? saved.updatedAt)} に公開されます。`,
      };
    case 'published':
      return was === 'published'
        ? { title: '変更を保存しました', text: '会員に表示されている内容を更新しました。' }
        : { title: 'お知らせを公開しました', text: '会員に表示されています。' };
  }
}

/** Time at which members see the announcement. `keep` leaves a published one published. */
export type Timing = 'draft' | 'now' | 'planned' | 'keep';

/**
 * Draft with date and time as the inputs have them, on the gym's clock: `2025-08-15` and `10:00`.
 */
export interface AnnouncementDraft {
  /** Title, which becomes the first line of the content. */
  readonly title: string;
  /** Text after the title. */
  readonly text: string;
  readonly timing: Timing;
  readonly date: string;
  readonly time: string;
}

interface AnnouncementErrors {
  readonly title?: string;
  readonly text?: string;
  readonly publishAt?: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Proposes a time for a later publication: tomorrow at 10:00. */
function proposeTime(now: Date): Pick<AnnouncementDraft, 'date' | 'time'> {
  return { date: toGymDay(new Date(now.getTime() + dayMs)), time: '10:00' };
}

export function newDraft(now: Date): AnnouncementDraft {
  return { title: '', text: '', timing: 'now', ...proposeTime(now) };
}

export function toDraft(announcement: StaffAnnouncement, now: Date): AnnouncementDraft {
  const { publishAt, published } = announcement;
  const words = readTitle(announcement.content);
  if (publishAt === null) return { ...words, timing: 'draft', ...proposeTime(now) };
  if (published) return { ...words, timing: 'keep', ...proposeTime(now) };
  const [date = '', clock = ''] = toGymTime(new Date(publishAt)).split(' ');
  return { ...words, timing: 'planned', date, time: clock.slice(0, 5) };
}

/**
 * Splits the content. The title is empty if the first line is so long that members see only its
 * beginning.
 */
function readTitle(content: string): Pick<AnnouncementDraft, 'title' | 'text'> {
  const words = splitTitle(content);
  return words.text === content.trim() ? { title: '', text: words.text } : words;
}

/** Returns the whole text of an announcement, as it is stored. */
export function toContent({ title, text }: Pick<AnnouncementDraft, 'title' | 'text'>): string {
  return [title.trim(), text.trim()].filter((part) => part !== '').join('\n\n');
}

function readTime({ date, time }: AnnouncementDraft): Date | null {
  const clock = /^(\d{2}):(\d{2})/.exec(time);
  if (!isGymDay(date) || clock === null) return null;
  return toGymInstant(date, Number(clock[1]) * 60 + Number(clock[2]));
}

/**
 * A past instant, for which the server uses its own current time. The device's clock may be wrong.
 */
const longAgo = new Date(0).toISOString();

/** Returns the time of publication, or `null` for a draft. */
export function toPublishAt(
  draft: AnnouncementDraft,
  base: StaffAnnouncement | null,
): string | null {
  switch (draft.timing) {
    case 'draft':
      return null;
    case 'now':
      return longAgo;
    case 'planned':
      return readTime(draft)?.toISOString() ?? longAgo;
    case 'keep':
      return base?.publishAt ?? longAgo;
  }
}

export function findDraftErrors(draft: AnnouncementDraft, now: Date): AnnouncementErrors {
  const title = explainStaffText('タイトル', draft.title, { max: maxTitleLength, required: true });
  const rule = { max: staffLimits.announcement - maxTitleLength, required: false };
  const text = explainStaffText(announcementFieldNames.content, draft.text, rule);
  const publishAt = draft.timing === 'planned' ? checkTime(draft, now) : null;
  return {
    ...(title === null ? {} : { title }),
    ...(text === null ? {} : { text }),
    ...(publishAt === null ? {} : { publishAt }),
  };
}

function checkTime(draft: AnnouncementDraft, now: Date): string | null {
  const time = readTime(draft);
  if (time === null) return '公開する日付と時刻を入力してください';
  return time > now
    ? null
    : `${announcementFieldNames.publishAt}には、これからの日時を入力してください`;
}

export function isChanged(
  draft: AnnouncementDraft,
  base: StaffAnnouncement | null,
  now: Date,
): boolean {
  if (base === null) return toContent(draft) !== '';
  const before = toDraft(base, now);
  if (toContent(draft) !== toContent(before) || draft.timing !== before.timing) return true;
  return draft.timing === 'planned' && (draft.date !== before.date || draft.time !== before.time);
}

/** Returns the date that members will see with the announcement. */
export function shownDay(
  draft: AnnouncementDraft,
  base: StaffAnnouncement | null,
  now: Date,
): string {
  switch (draft.timing) {
    case 'draft':
    case 'now':
      return toGymDay(now);
    case 'planned':
      return toGymDay(readTime(draft) ?? now);
    case 'keep':
      return toGymDay(new Date(base?.publishAt ?? now));
  }
}
