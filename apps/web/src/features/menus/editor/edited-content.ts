import type { MenuContent, MenuItem } from '@tanren/contract/menus/menus';
import { settableAtMost, toHectograms, toKilograms } from '@tanren/domain/workouts/loads';
import { normalizeDescription, normalizeTitle } from '@tanren/domain/menus/menu-texts';
import { formatRest } from '@tanren/domain/menus/menus';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatKg } from '#lib/number-format.ts';
import type { StepRange } from '#ui/forms/step-range.ts';

/**
 * Returns the loads in kg that machines of a type can be set to, or `null` for a type that the page
 * does not know yet.
 */
export function findLoadRange(workoutTypeId: number): StepRange | null {
  const type = workoutTypes.find(({ id }) => id === workoutTypeId);
  if (type === undefined) return null;
  return { min: type.minLoad, max: type.maxLoad, step: type.loadStep };
}

/** Item with a key for its row, because two rows may contain the same exercise. */
export interface EditedItem extends Readonly<MenuItem> {
  readonly key: string;
}

/** Content of the form, with texts as typed. */
export interface EditedContent extends Readonly<Omit<MenuContent, 'tags' | 'items'>> {
  readonly tags: readonly string[];
  readonly items: readonly EditedItem[];
}

let lastKey = 0;

function makeItemKey(): string {
  lastKey += 1;
  return `item-${lastKey}`;
}

export const emptyContent: EditedContent = {
  title: '',
  description: '',
  tags: [],
  visibility: 'private',
  items: [],
};

export function toEdited(content: MenuContent): EditedContent {
  const { title, description, tags, visibility, items } = content;
  const keyed = items.map((item) => ({ ...pickItem(item), key: makeItemKey() }));
  return { title, description, tags: [...tags], visibility, items: keyed, ...pickOrder(content) };
}

/** Returns the content as the form shows it, for requests and drafts. The server normalizes it. */
export function toContent(edited: EditedContent): MenuContent {
  const { title, description, tags, visibility, items } = edited;
  return {
    title,
    description,
    tags: [...tags],
    visibility,
    items: items.map(pickItem),
    ...pickOrder(edited),
  };
}

/** Servers of the previous release reject the field, so it is sent only after it was set. */
export function pickOrder({ fixedOrder }: Pick<MenuContent, 'fixedOrder'>) {
  return fixedOrder === undefined ? {} : { fixedOrder };
}

function pickItem({ workoutTypeId, sets, reps, loadKg, restSeconds }: MenuItem): MenuItem {
  return { workoutTypeId, sets, reps, loadKg, restSeconds };
}

/** Compares two contents. Trailing spaces do not count, because the server removes them. */
export function isSameContent(a: MenuContent, b: MenuContent): boolean {
  return fingerprint(a) === fingerprint(b);
}

function fingerprint(content: MenuContent): string {
  const { title, description, tags, visibility, items, fixedOrder = false } = content;
  return JSON.stringify({
    title: normalizeTitle(title),
    description: normalizeDescription(description),
    tags,
    visibility,
    items: items.map(pickItem),
    fixedOrder,
  } satisfies MenuContent);
}

type Items = readonly EditedItem[];

const firstItem = { sets: 3, reps: 10, restSeconds: 90 };

/**
 * Adds an item with the values of the last one, except for the load, which depends on the machine.
 */
export function addItem(items: Items, workoutTypeId: number): EditedItem[] {
  const { sets, reps, restSeconds } = items.at(-1) ?? firstItem;
  const added = { workoutTypeId, sets, reps, loadKg: null, restSeconds, key: makeItemKey() };
  return [...items, added];
}

export function duplicateItem(items: Items, key: string): EditedItem[] {
  return items.flatMap((item) =>
    item.key === key ? [item, { ...item, key: makeItemKey() }] : [item],
  );
}

export function removeItem(items: Items, key: string): EditedItem[] {
  return items.filter((item) => item.key !== key);
}

export function insertItem(items: Items, item: EditedItem, index: number): EditedItem[] {
  return items.toSpliced(index, 0, item);
}

export function moveItem(items: Items, key: string, toIndex: number): EditedItem[] {
  const moved = items.find((item) => item.key === key);
  if (moved === undefined) return [...items];
  return removeItem(items, key).toSpliced(toIndex, 0, moved);
}

/**
 * Changes an item. If the exercise changes, the load is adjusted to what the new machine can be set
 * to.
 */
export function changeItem(
  items: Items,
  key: string,
  change: Partial<Omit<MenuItem, 'key'>>,
): EditedItem[] {
  return items.map((item) => (item.key === key ? fitLoad({ ...item, ...change }) : item));
}

function fitLoad(item: EditedItem): EditedItem {
  const range = findLoadRange(item.workoutTypeId);
  if (item.loadKg === null || range === null) return item;
  const settable = {
    minLoadHg: toHectograms(range.min),
    maxLoadHg: toHectograms(range.max),
    loadStepHg: toHectograms(range.step),
  };
  const loadHg = settableAtMost(settable, toHectograms(item.loadKg));
  return { ...item, loadKg: toKilograms(loadHg) };
}

/** Formats an item as `3セット×10回・おすすめ重量・休憩1分30秒`. */
export function describeSets({ sets, reps, loadKg, restSeconds }: Omit<MenuItem, 'workoutTypeId'>) {
  const load = loadKg === null ? 'おすすめ重量' : `${formatKg(loadKg)}kg`;
  return `${sets}セット×${reps}回・${load}・休憩${formatRest(restSeconds)}`;
}

export function describeItem(item: MenuItem): string {
  return `${nameWorkoutType(item.workoutTypeId)} ${describeSets(item)}`;
}
