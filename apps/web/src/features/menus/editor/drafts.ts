import type { MenuContent, MenuItem, TrainingSession } from '@tanren/contract/menus/menus';
import { menuLimits, visibilities } from '@tanren/domain/menus/menus';
import { deviceStorage } from '#lib/browser-storage.ts';
import { pickOrder } from './edited-content.ts';

/** Version and content that an edit is based on. */
export interface DraftBase {
  readonly version: number;
  readonly content: MenuContent;
}

export function toBase({ version, ...session }: TrainingSession): DraftBase {
  const { title, description, tags, visibility, items } = session;
  const content = { title, description, tags, visibility, items, ...pickOrder(session) };
  return { version, content };
}

/** Unsaved work as it is stored on the device. */
export interface MenuDraft {
  /** Id that is sent with a new menu. The same draft sent twice creates one menu. */
  readonly draftId: string;
  /**
   * Whether the draft was sent without receiving an answer. The server may already have a menu for
   * it.
   */
  readonly sent: boolean;
  /** `null` for a new menu. */
  readonly base: DraftBase | null;
  readonly content: MenuContent;
}

const form = 1;

export function writeDraft(draft: MenuDraft): string {
  return JSON.stringify({ form, ...draft });
}

/** Parses a stored draft. Returns `null` for text in another or an older format. */
export function readDraft(text: string | null): MenuDraft | null {
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

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}

function isBase(value: unknown): value is DraftBase {
  return (
    isRecord(value) && isWhole(value['version'], 1, 2_147_483_647) && isContent(value['content'])
  );
}

/**
 * Returns whether the value has the shape of a menu. Text lengths are not checked, because the form
 * shows those errors to the member.
 */
function isContent(value: unknown): value is MenuContent {
  return hasFields(contentChecks, value);
}

type Checks<T> = Readonly<Record<keyof T, (value: unknown) => boolean>>;

function hasFields<T>(checks: Checks<T>, value: unknown): boolean {
  return (
    isRecord(value) &&
    (Object.keys(checks) as (keyof T & string)[]).every((field) => checks[field](value[field]))
  );
}

const contentChecks: Checks<MenuContent> = {
  title: (title) => typeof title === 'string',
  description: (description) => typeof description === 'string',
  tags: (tags) =>
    Array.isArray(tags) &&
    tags.length <= menuLimits.tags &&
    tags.every((tag) => typeof tag === 'string'),
  visibility: (visibility) => visibilities.some((known) => known === visibility),
  items: (items) =>
    Array.isArray(items) &&
    items.length <= menuLimits.items &&
    items.every((item) => hasFields(itemChecks, item)),
  fixedOrder: (fixedOrder) => fixedOrder === undefined || typeof fixedOrder === 'boolean',
};

const itemChecks: Checks<MenuItem> = {
  workoutTypeId: (id) => isWhole(id, 1, 2_147_483_647),
  sets: (sets) => isWhole(sets, 1, menuLimits.sets),
  reps: (reps) => isWhole(reps, 1, menuLimits.reps),
  loadKg: (load) => load === null || (typeof load === 'number' && load >= 0 && load <= 1000),
  restSeconds: (rest) => isWhole(rest, 0, menuLimits.restSeconds),
};

/**
 * Returns the storage key of a draft. It contains the member's id, so members who share a phone do
 * not see each other's drafts.
 */
export function draftKey(sub: string, trainingSessionId: number | null): string {
  return `tanren:draft:${sub}:${trainingSessionId ?? 'new'}`;
}

/**
 * Returns the storage key of a trainer's draft for a member. It contains the trainer's id and the
 * link's id, which is never reused.
 */
export function trainedDraftKey(
  sub: string,
  memberId: number,
  trainingSessionId: number | null,
): string {
  return `tanren:draft:${sub}:link:${memberId}:${trainingSessionId ?? 'new'}`;
}

/** Deletes the drafts that were started for a member, after the link with that member has ended. */
export function deleteTrainedDrafts(memberId: number): void {
  for (const key of deviceStorage.listKeys()) {
    if (key.startsWith('tanren:draft:') && key.includes(`:link:${memberId}:`)) deleteDraft(key);
  }
}

/** Returns the stored draft, or `null` when storage is forbidden or contains something invalid. */
export function loadDraft(key: string): MenuDraft | null {
  return readDraft(deviceStorage.read(key));
}

export function hasDraft(key: string): boolean {
  return loadDraft(key) !== null;
}

export function saveDraft(key: string, draft: MenuDraft): void {
  // An outdated draft would look like the latest one, so it is deleted.
  if (!deviceStorage.save(key, writeDraft(draft))) deleteDraft(key);
}

export function deleteDraft(key: string): void {
  deviceStorage.remove(key);
}
