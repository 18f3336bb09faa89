import type { SessionItem } from '@tanren/contract/training-sessions';
import { settableAtMost, toHectograms, toKilograms } from '@tanren/domain/loads';
import { type EditedItem, makeItemKey } from './edited-content.ts';
import { findLoadRange } from './load-range.ts';

type Items = readonly EditedItem[];

const firstItem = { sets: 3, reps: 10, restSeconds: 90 };

/** As the last one, but for the load: that belongs to its machine. */
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

/** A load goes with its exercise as far as the other machine can be set to it. */
export function changeItem(
  items: Items,
  key: string,
  change: Partial<Omit<SessionItem, 'key'>>,
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
