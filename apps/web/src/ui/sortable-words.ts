import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';

export const sortingInstructions =
  'スペースキーで持ち上げ、上下の矢印キーで移動し、もう一度スペースキーで置きます。Escキーで元に戻します。';

/** Whether the row that is held has left its place since. */
export interface SortingMemory {
  moved: boolean;
}

/** What is read out while a row is being moved. */
export function describeSorting(
  ids: readonly string[],
  nameOf: (id: string) => string,
  memory: SortingMemory,
): Announcements {
  const name = (id: UniqueIdentifier) => nameOf(String(id));
  const place = (id: UniqueIdentifier) => `${ids.length}件中${ids.indexOf(String(id)) + 1}番目`;
  return {
    onDragStart: ({ active }) => {
      memory.moved = false;
      return `${name(active.id)}を持ち上げました。現在${place(active.id)}です。`;
    },
    onDragOver: ({ active, over }) => {
      memory.moved ||= over?.id !== active.id;
      // At once told to be over itself: that would cut off what was just said.
      if (over === null || !memory.moved) return undefined;
      return `${name(active.id)}は${place(over.id)}です。`;
    },
    onDragEnd: ({ active, over }) =>
      over === null
        ? `${name(active.id)}を元の位置に戻しました。`
        : `${name(active.id)}を${place(over.id)}に置きました。`,
    onDragCancel: ({ active }) => `移動を取り消し、${name(active.id)}を元の位置に戻しました。`,
  };
}
