import type { MenuContent } from '@tanren/contract/menus/menus';
import type { ProblemField } from '@tanren/contract/problem';
import { toHectograms, toKilograms } from '@tanren/domain/workouts/loads';
import type { MenuItem } from '@tanren/domain/menus/menus';
import { findLoadError } from '@tanren/domain/workouts/workout-types';
import {
  checkDescription,
  checkTag,
  checkTitle,
  normalizeDescription,
  normalizeTags,
  normalizeTitle,
} from '@tanren/domain/menus/menu-texts';
import { AppError } from '#http/app-error.ts';
import type { TrainingSessionRow } from '#db/schema/menus.ts';

/** The content of a menu as it is stored. */
export type StoredContent = Pick<
  TrainingSessionRow,
  'title' | 'description' | 'tags' | 'visibility' | 'items'
> & {
  /** `undefined` to keep the stored value. */
  readonly fixedOrder?: boolean | undefined;
};

/** Normalizes content. Throws with all errors at once if it breaks a rule of the domain. */
export function readContent(sent: MenuContent): StoredContent {
  const fields = findErrors(sent);
  if (fields.length > 0) throw new AppError('invalid_request', { fields });
  return {
    title: normalizeTitle(sent.title),
    description: normalizeDescription(sent.description),
    tags: normalizeTags(sent.tags),
    visibility: sent.visibility,
    items: sent.items.map(readItem),
    // Only a trainer fixes the order, for one member.
    fixedOrder: false,
  };
}

/**
 * Normalizes the content of a menu that a trainer makes for a member. It is private, because only
 * these two may see it.
 */
export function readTrainedContent(sent: MenuContent): StoredContent {
  return { ...readContent(sent), visibility: 'private', fixedOrder: sent.fixedOrder };
}

function readItem({
  workoutTypeId,
  sets,
  reps,
  loadKg,
  restSeconds,
}: MenuContent['items'][number]): MenuItem {
  const loadHg = loadKg === null ? null : toHectograms(loadKg);
  return { workoutTypeId, sets, reps, loadHg, restSeconds };
}

function findErrors({ title, description, tags, items }: MenuContent): ProblemField[] {
  return [
    ...(checkTitle(title) === true ? [] : [fieldError('/title', 'is empty or too long')]),
    ...(checkDescription(description) === true ? [] : [fieldError('/description', 'is too long')]),
    ...tags.flatMap((tag, at) =>
      checkTag(tag) === true ? [] : [fieldError(`/tags/${at}`, 'is empty or too long')],
    ),
    ...items.flatMap((item, at) => findItemError(item, at) ?? []),
  ];
}

function findItemError(item: MenuContent['items'][number], at: number): ProblemField | null {
  const read = readItem(item);
  // A load such as 40.04 kg is rejected, because rounding would silently turn it into 40 kg.
  const rounded = read.loadHg !== null && toKilograms(read.loadHg) !== item.loadKg;
  const error = findLoadError(read);
  if (error === 'unknown_type') {
    return fieldError(`/items/${at}/workoutTypeId`, 'is not a workout type');
  }
  if (error === null && !rounded) return null;
  return fieldError(`/items/${at}/loadKg`, 'is no load that its machines can be set to');
}

function fieldError(path: string, message: string): ProblemField {
  return { path, in: 'body', message };
}

export function isSameContent(stored: StoredContent, sent: StoredContent): boolean {
  const { fixedOrder = stored.fixedOrder } = sent;
  return describe(stored) === describe(sent) && stored.fixedOrder === fixedOrder;
}

function describe({ title, description, tags, visibility, items }: StoredContent): string {
  const steps = items.map(({ workoutTypeId, sets, reps, loadHg, restSeconds }) => [
    workoutTypeId,
    sets,
    reps,
    loadHg,
    restSeconds,
  ]);
  return JSON.stringify([title, description, tags, visibility, steps]);
}
