import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { type CSSProperties, type ReactNode, useState } from 'react';

const sortingInstructions =
  'スペースキーで持ち上げ、上下の矢印キーで移動し、もう一度スペースキーで置きます。Escキーで元に戻します。';

/** Whether the row that is held has left its place since. */
interface SortingMemory {
  moved: boolean;
}

/** What is read out while a row is being moved. */
function describeSorting(
  ids: readonly string[],
  nameOf: (id: string) => string,
  memory: SortingMemory,
): Announcements {
  const name = (id: UniqueIdentifier) => nameOf(String(id));
  const describePosition = (id: UniqueIdentifier) =>
    `${ids.length}件中${ids.indexOf(String(id)) + 1}番目`;
  return {
    onDragStart: ({ active }) => {
      memory.moved = false;
      return `${name(active.id)}を持ち上げました。現在${describePosition(active.id)}です。`;
    },
    onDragOver: ({ active, over }) => {
      memory.moved ||= over?.id !== active.id;
      // At once told to be over itself: that would cut off what was just said.
      if (over === null || !memory.moved) return undefined;
      return `${name(active.id)}は${describePosition(over.id)}です。`;
    },
    onDragEnd: ({ active, over }) =>
      over === null
        ? `${name(active.id)}を元の位置に戻しました。`
        : `${name(active.id)}を${describePosition(over.id)}に置きました。`,
    onDragCancel: ({ active }) => `移動をやめて、${name(active.id)}を元の位置に戻しました。`,
  };
}

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

interface SortableListProps {
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  readonly onMove: (id: string, toIndex: number) => void;
  /** One part that calls `useSortableRow` for each id, in their order. */
  readonly children: ReactNode;
}

const keepInColumn: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** Rows that are put into order by their handles: with a finger, a mouse or the keyboard. */
export function SortableList({ ids, nameOf, onMove, children }: SortableListProps) {
  // For what is read out, not for what is shown.
  const [memory] = useState<SortingMemory>(() => ({ moved: false }));
  const sensors = useSensors(
    // A handle does nothing but drag, so a few pixels tell that it is meant.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[keepInColumn]}
      accessibility={{
        announcements: describeSorting(ids, nameOf, memory),
        screenReaderInstructions: { draggable: sortingInstructions },
      }}
      onDragEnd={({ active, over }: DragEndEvent) => {
        if (over === null || over.id === active.id) return;
        onMove(String(active.id), ids.indexOf(String(over.id)));
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
