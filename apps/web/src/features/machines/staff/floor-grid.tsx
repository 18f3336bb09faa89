import {
  type DragMoveEvent,
  DndContext,
  KeyboardSensor,
  type KeyboardCoordinateGetter,
  PointerSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { IconArrowsMove } from '@tabler/icons-react';
import type { StaffFloor } from '@tanren/contract/machines/gym-floor';
import { type FloorCell, floorSize, isSameCell } from '@tanren/domain/machines/floor';
import { type CSSProperties, useRef, useState } from 'react';
import { describeCell } from '#entities/machines/floor-words.ts';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { StatusText } from '#ui/feedback/notices.tsx';
import { List, look, Note, Row, Stack } from '#ui/layout.tsx';
import classes from './floor-grid.module.css';

type Placed = StaffFloor['machines'][number];

const instructions =
  'スペースキーで持ち上げ、矢印キーで移動し、もう一度スペースキーで置きます。Escキーで元に戻します。';

/** Number of empty rows below the machines, as far as the grid allows, and the minimum of all rows. */
const spareRows = 2;
const minRows = 6;

interface FloorGridProps {
  readonly machines: readonly Placed[];
  readonly onMove: (machineId: number, cell: FloorCell) => void;
}

/** Directions of the arrow keys, in columns and rows. */
const directions: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Shows the machines on their cells, and lets staff move them. */
export function FloorGrid({ machines, onMove }: FloorGridProps) {
  const grid = useRef<HTMLUListElement>(null);
  /** Cell below the machine that is being moved. */
  const [target, setTarget] = useState<FloorCell | null>(null);
  // The keyboard sensor calls the function that it got when the machine was lifted.
  const held = useRef<FloorCell | null>(null);
  const [status, setStatus] = useState('');
  const usedRows = Math.max(0, ...machines.map(({ row }) => row));
  const rows = Math.min(floorSize.rows, Math.max(minRows, usedRows + spareRows));
  const readCellSize = () => (grid.current?.clientWidth ?? 0) / floorSize.columns || 1;

  /** Returns the cell at a distance in px from the machine's own cell. */
  function findCell(machine: Placed, delta: { readonly x: number; readonly y: number }): FloorCell {
    const size = readCellSize();
    return {
      column: limit(machine.column + Math.round(delta.x / size), floorSize.columns),
      row: limit(machine.row + Math.round(delta.y / size), rows),
    };
  }

  const moveByKey: KeyboardCoordinateGetter = (event, { currentCoordinates: { x, y } }) => {
    const direction = directions[event.code];
    const from = held.current;
    if (direction === undefined || from === null) return undefined;
    event.preventDefault();
    const column = limit(from.column + direction[0], floorSize.columns);
    const row = limit(from.row + direction[1], rows);
    const size = readCellSize();
    return { x: x + (column - from.column) * size, y: y + (row - from.row) * size };
  };

  function hold(cell: FloorCell | null): void {
    held.current = cell;
    setTarget(cell);
  }

  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: moveByKey }),
  );
  const findMachine = (id: string | number) =>
    machines.find(({ machineId }) => machineId === Number(id));

  function hover({ active, delta }: Pick<DragMoveEvent, 'active' | 'delta'>): void {
    const machine = findMachine(active.id);
    if (machine === undefined) return;
    const cell = findCell(machine, delta);
    if (held.current !== null && isSameCell(cell, held.current)) return;
    hold(cell);
    setStatus(describeHover(machines, machine, cell));
  }

  return (
    <Stack gap={8} top>
      <DndContext
        sensors={sensors}
        // The status below the grid says everything.
        accessibility={{
          announcements: silence,
          screenReaderInstructions: { draggable: instructions },
        }}
        onDragStart={({ active }) => {
          const machine = findMachine(active.id);
          if (machine === undefined) return;
          hold(machine);
          setStatus(`${nameMachine(machine)}を持ち上げました。${describeCell(machine)}です。`);
        }}
        onDragMove={hover}
        onDragEnd={({ active, delta }) => {
          hold(null);
          const machine = findMachine(active.id);
          if (machine === undefined) return;
          const cell = findCell(machine, delta);
          setStatus(describeDrop(machines, machine, cell));
          if (!isSameCell(cell, machine)) onMove(machine.machineId, cell);
        }}
        onDragCancel={({ active }) => {
          hold(null);
          const machine = findMachine(active.id);
          if (machine !== undefined) setStatus(`${nameMachine(machine)}を元の位置に戻しました。`);
        }}
      >
        <List
          ref={grid}
          className={classes.grid}
          style={{ '--columns': floorSize.columns, '--rows': rows } as CSSProperties}
          aria-label="マシンの配置"
        >
          {machines.map((machine) => (
            <MachineTile key={machine.machineId} machine={machine} />
          ))}
          {target === null ? null : (
            <li className={classes.target} style={{ gridArea: place(target) }} aria-hidden />
          )}
        </List>
      </DndContext>
      <Row as="p" gap={8} align="start" size={14} quiet>
        <IconArrowsMove size={20} stroke={1.75} aria-hidden className={look('fixed')} />
        マシンをつかんで動かします。ほかのマシンの上に置くと、場所が入れ替わります。
      </Row>
      <StatusText>
        <Note as="span">{status}</Note>
      </StatusText>
    </Stack>
  );
}

const silence = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

function limit(value: number, max: number): number {
  return Math.min(max, Math.max(1, value));
}

const place = ({ column, row }: FloorCell) => `${row} / ${column}`;

const nameMachine = ({ machineId }: Placed) => `マシン${machineId}`;

function findOther(machines: readonly Placed[], machine: Placed, cell: FloorCell): Placed | null {
  return machines.find((one) => one !== machine && isSameCell(one, cell)) ?? null;
}

function describeHover(machines: readonly Placed[], machine: Placed, cell: FloorCell): string {
  const other = findOther(machines, machine, cell);
  return `${nameMachine(machine)}：${describeCell(cell)}${
    other === null ? '' : `（${nameMachine(other)}と入れ替え）`
  }`;
}

function describeDrop(machines: readonly Placed[], machine: Placed, cell: FloorCell): string {
  const other = findOther(machines, machine, cell);
  const words = `${nameMachine(machine)}を${describeCell(cell)}に置きました。`;
  return other === null ? words : `${words}${nameMachine(other)}と入れ替えました。`;
}

function MachineTile({ machine }: { readonly machine: Placed }) {
  const { machineId, workoutTypeId } = machine;
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({
    id: machineId,
    attributes: { roleDescription: '移動できるマシン' },
  });
  return (
    <li className={classes.cell} style={{ gridArea: place(machine) }}>
      <button
        ref={setNodeRef}
        type="button"
        className={classes.tile}
        data-dragging={isDragging || undefined}
        style={
          transform === null
            ? {}
            : { transform: `translate3d(${transform.x}px, ${transform.y}px, 0)` }
        }
        aria-label={`マシン${machineId}・${nameWorkoutType(workoutTypeId)}・${describeCell(machine)}`}
        aria-describedby={attributes['aria-describedby']}
        aria-roledescription={attributes['aria-roledescription']}
        {...listeners}
      >
        <MachineDrawing workoutTypeId={workoutTypeId} size={40} ground="raised" />
        <span className={classes.number} aria-hidden>
          {machineId}
        </span>
      </button>
    </li>
  );
}
