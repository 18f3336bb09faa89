import type { SessionContent, SessionItem } from '@tanren/contract/menus/menus';
import { sessionLimits, visibilities } from '@tanren/domain/menus/menus';

/** What an edit began from. */
export interface DraftBase {
  readonly version: number;
  readonly content: SessionContent;
}

/** Unsaved work, as it is kept on the device. */
export interface SessionDraft {
  /** Sent with a new session: the same draft sent twice is one session. */
  readonly draftId: string;
  /** An answer may have been lost: there may be a session of this draft already. */
  readonly sent: boolean;
  /** null: of a new session. */
  readonly base: DraftBase | null;
  readonly content: SessionContent;
}

const form = 1;

export function writeDraft(draft: SessionDraft): string {
  return JSON.stringify({ form, ...draft });
}

/** null for anything that this program has not written, or not in this form. */
export function readDraft(text: string | null): SessionDraft | null {
  const value = parse(text);
  if (!isRecord(value) || value['form'] !== form) return null;
  const { draftId, sent, base, content } = value;
  if (typeof draftId !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(draftId)) {
    return null;
  }
  if (typeof sent !== 'boolean' || !isContent(content)) return null;
  if (base === null) return { draftId, sent, base, content };
  return isBase(base) ? { draftId, sent, base, content } : null;
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

function isBase(value: unknown): value is DraftBase {
  return (
    isRecord(value) && isWhole(value['version'], 1, 2_147_483_647) && isContent(value['content'])
  );
}

/** Too much text is the form's matter; it tells the member. */
function isContent(value: unknown): value is SessionContent {
  if (!isRecord(value)) return false;
  const { title, description, tags, visibility, items } = value;
  return (
    typeof title === 'string' &&
    typeof description === 'string' &&
    Array.isArray(tags) &&
    tags.length <= sessionLimits.tags &&
    tags.every((tag) => typeof tag === 'string') &&
    visibilities.some((known) => known === visibility) &&
    Array.isArray(items) &&
    items.length <= sessionLimits.items &&
    items.every(isItem)
  );
}

function isItem(value: unknown): value is SessionItem {
  if (!isRecord(value)) return false;
  const { workoutTypeId, sets, reps, loadKg, restSeconds } = value;
  return (
    isWhole(workoutTypeId, 1, 2_147_483_647) &&
    isWhole(sets, 1, sessionLimits.sets) &&
    isWhole(reps, 1, sessionLimits.reps) &&
    isWhole(restSeconds, 0, sessionLimits.restSeconds) &&
    (loadKg === null || (typeof loadKg === 'number' && loadKg >= 0 && loadKg <= 1000))
  );
}

/** With the member in its name: on a shared phone nobody finds another's. */
export function draftKey(sub: string, trainingSessionId: number | null): string {
  return `tanren:draft:${sub}:${trainingSessionId ?? 'new'}`;
}

/** Of a session for a member: by the trainer and by the link, whose number nobody else will have. */
export function trainedDraftKey(
  sub: string,
  memberId: number,
  trainingSessionId: number | null,
): string {
  return `tanren:draft:${sub}:link:${memberId}:${trainingSessionId ?? 'new'}`;
}

/** Once the link has ended, what was begun for the member goes to nobody. */
export function dropTrainedDrafts(memberId: number): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? '');
    for (const key of keys) {
      if (key.startsWith('tanren:draft:') && key.includes(`:link:${memberId}:`)) dropDraft(key);
    }
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Storage may be refused, full or foreign: then there is no draft, and nothing else happens. */
export function loadDraft(key: string): SessionDraft | null {
  try {
    return readDraft(localStorage.getItem(key));
  } catch {
    return null;
  }
}

export function hasDraft(key: string): boolean {
  return loadDraft(key) !== null;
}

export function keepDraft(key: string, draft: SessionDraft): void {
  try {
    localStorage.setItem(key, writeDraft(draft));
  } catch {
    // Rather none than an old one that looks like the last.
    dropDraft(key);
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // It could not have been kept either.
  }
}
