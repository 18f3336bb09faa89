import { useSortable } from '@dnd-kit/sortable';
import type { CSSProperties } from 'react';

/** For a row of a sortable list: its element, where it is shown, and what makes a button its handle. */
export function useSortableRow(id: string) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id, attributes: { roleDescription: '並べ替えできる項目' } });
  const style: CSSProperties = {
    // Not scaled to the neighbour's size, as the library would: rows differ in height.
    ...(transform === null ? {} : { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)` }),
    ...(transition === undefined ? {} : { transition }),
  };
  return {
    row: { ref: setNodeRef, style, 'data-dragging': isDragging || undefined },
    handle: {
      ref: setActivatorNodeRef,
      'aria-describedby': attributes['aria-describedby'],
      'aria-roledescription': attributes['aria-roledescription'],
      ...listeners,
    },
  } as const;
}
