import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { type ReactNode, useState } from 'react';
import { describeSorting, type SortingMemory, sortingInstructions } from './sortable-words.ts';

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
