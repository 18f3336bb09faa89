import { useState } from 'react';
import {
  addItem,
  changeItem,
  duplicateItem,
  type EditedItem,
  insertItem,
  moveItem,
  removeItem,
} from './edited-content.ts';

type Items = readonly EditedItem[];

interface RemovedRow {
  readonly item: EditedItem;
  readonly index: number;
}

/** The list of exercises: one row open at a time, and the last removed one can come back. */
export function useItemRows(items: Items, edit: (change: (items: Items) => Items) => void) {
  const [open, setOpen] = useState<string | null>(null);
  const [removed, setRemoved] = useState<RemovedRow | null>(null);

  function rearrange(change: (items: Items) => Items): void {
    setRemoved(null);
    edit(change);
  }

  return {
    open,
    removed,
    toggle: (key: string) => {
      setOpen(open === key ? null : key);
    },
    change: (key: string, change: Parameters<typeof changeItem>[2]) => {
      edit((before) => changeItem(before, key, change));
    },
    add: (workoutTypeId: number) => {
      rearrange((before) => addItem(before, workoutTypeId));
    },
    duplicate: (key: string) => {
      rearrange((before) => duplicateItem(before, key));
    },
    move: (key: string, toIndex: number) => {
      rearrange((before) => moveItem(before, key, toIndex));
    },
    remove: (key: string) => {
      const index = items.findIndex((item) => item.key === key);
      const item = items[index];
      if (item === undefined) return;
      rearrange((before) => removeItem(before, key));
      setRemoved({ item, index });
    },
    undoRemove: () => {
      if (removed === null) return;
      const { item, index } = removed;
      rearrange((before) => insertItem(before, item, index));
      setOpen(item.key);
    },
  } as const;
}

export type ItemRows = ReturnType<typeof useItemRows>;
