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

/** Whether the held row has left its place. */
interface SortingMemory {
  moved: boolean;
}

/** Returns the texts that screen readers read while a row is being moved. */
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
      // The row is first reported to be over itself, which would interrupt the previous text.
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

/** Returns the props for a row of a sortable list and for the button that is its handle. */
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
    // The library would scale the row to the size of its neighbour, but rows differ in height.
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
  /** One component that calls `useSortableRow` for each id, in their order. */
  readonly children: ReactNode;
}

const restrictToColumn: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** Shows rows that can be sorted by their handles with a finger, a mouse or the keyboard. */
export function SortableList({ ids, nameOf, onMove, children }: SortableListProps) {
  // This is used for the texts of screen readers only, so it does not render again.
  const [memory] = useState<SortingMemory>(() => ({ moved: false }));
  const sensors = useSensors(
    // A handle is only for dragging, so a few pixels are enough to start.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[restrictToColumn]}
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
