import { expect, test } from 'vitest';
import {
  arrangeFloor,
  cropFloor,
  type FloorCell,
  type FloorState,
  floorSize,
  maxFloorMachines,
  moveMachine,
  planRoute,
} from './floor.ts';

const unplaced = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({ machineId: from + index, cell: null }));
const cellOf = ({ column, row }: FloorCell) => `${column}-${row}`;
const lengthsOfRows = (cells: readonly FloorCell[]) => {
  const rows = [...new Set(cells.map(({ row }) => row))];
  return rows.map((row) => cells.filter((cell) => cell.row === row).length);
};

test.each([
  [0, []],
  [1, [1]],
  [6, [6]],
  [7, [4, 3]],
  [16, [6, 6, 4]],
  [20, [5, 5, 5, 5]],
])('a gym without a plan has tidy rows by number: %i machines', (count, rows) => {
  const arranged = arrangeFloor(unplaced(count).toReversed());
  expect(lengthsOfRows(arranged)).toEqual(rows);
  expect(arranged.map(({ machineId }) => machineId)).toEqual(
    unplaced(count).map(({ machineId }) => machineId),
  );
});

test('placed machines keep their cells, and new ones follow below them', () => {
  const placed = { machineId: 9, cell: { column: 3, row: 2 } };
  const arranged = arrangeFloor([placed, ...unplaced(2)]);
  expect(arranged.map((one) => [one.machineId, cellOf(one)])).toEqual([
    [9, '3-2'],
    [1, '1-3'],
    [2, '2-3'],
  ]);
});

test('machines fill the free cells when nothing is left below, and never share one', () => {
  const last = { machineId: 900, cell: { column: 1, row: floorSize.rows } };
  const arranged = arrangeFloor([last, ...unplaced(100)]);
  expect(arranged).toHaveLength(maxFloorMachines);
  expect(new Set(arranged.map(cellOf)).size).toBe(maxFloorMachines);
});

test('removes empty edges but keeps the aisles', () => {
  const machines = [
    { machineId: 1, column: 5, row: 4 },
    { machineId: 2, column: 3, row: 2 },
  ];
  expect(cropFloor(machines)).toEqual({
    columns: 3,
    rows: 3,
    machines: [
      { machineId: 2, column: 1, row: 1 },
      { machineId: 1, column: 3, row: 3 },
    ],
  });
  expect(cropFloor([])).toEqual({ columns: 0, rows: 0, machines: [] });
});

test('a machine moves to a free cell, or changes places', () => {
  const machines = [
    { machineId: 1, column: 1, row: 1 },
    { machineId: 2, column: 2, row: 1 },
  ];
  const move = (id: number, column: number, row: number) =>
    moveMachine(machines, id, { column, row }).map(cellOf);
  expect(move(1, 6, 12)).toEqual(['6-12', '2-1']);
  expect(move(1, 2, 1)).toEqual(['2-1', '1-1']);
  for (const [column, row] of [
    [0, 1],
    [7, 1],
    [1, 0],
    [1, 13],
  ] as const) {
    expect(move(1, column, row)).toEqual(['1-1', '2-1']);
  }
  expect(move(3, 4, 4)).toEqual(['1-1', '2-1']);
});

const machine = (
  machineId: number,
  workoutTypeId: number,
  column: number,
  state: FloorState = 'free',
) => ({ machineId, workoutTypeId, column, row: 1, state });
const routeOf = (
  machines: readonly ReturnType<typeof machine>[],
  types: readonly number[],
  own?: number,
) => planRoute(machines, types, own).map((one) => one?.machineId ?? null);

test('the route takes free machines first, then the nearest, and skips missing types', () => {
  const machines = [
    machine(1, 5, 1),
    machine(2, 5, 6),
    machine(3, 7, 5),
    machine(4, 8, 1, 'used'),
    machine(5, 8, 6, 'offline'),
    machine(6, 9, 1, 'inspection'),
  ];
  expect(routeOf(machines, [7, 5])).toEqual([3, 2]);
  expect(routeOf(machines, [5, 7])).toEqual([1, 3]);
  expect(routeOf(machines, [99, 8, 5])).toEqual([null, 4, 1]);
  expect(routeOf([machine(1, 5, 1, 'used'), machine(2, 5, 6)], [5])).toEqual([2]);
  // A machine under inspection is the last resort.
  expect(routeOf(machines, [9])).toEqual([6]);
  for (const state of ['used', 'offline'] as const) {
    expect(routeOf([machine(1, 5, 1, 'inspection'), machine(2, 5, 6, state)], [5])).toEqual([2]);
  }
});

test("the member's own machine stays on the route although it is used", () => {
  const machines = [machine(1, 5, 1, 'used'), machine(2, 5, 6)];
  expect(routeOf(machines, [5], 1)).toEqual([1]);
});
