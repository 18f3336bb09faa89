/** Size of the grid on which staff place the machines of a gym. Six cells fit across a phone. */
export const floorSize = { columns: 6, rows: 12 } as const;

/** Maximum number of machines on a floor. Every machine has its own cell. */
export const maxFloorMachines = floorSize.columns * floorSize.rows;

/** Position on the grid. Column 1 is on the left, row 1 at the top. */
export interface FloorCell {
  readonly column: number;
  readonly row: number;
}

/**
 * State of a machine on the floor, in the order in which a route prefers them. An `offline` machine
 * has no connection to the server. A machine that is linked with a member is `used`, even if its
 * connection is interrupted. Staff have closed a machine under `inspection`.
 */
export const floorStates = ['free', 'used', 'offline', 'inspection'] as const;
export type FloorState = (typeof floorStates)[number];

export interface FloorMachine extends FloorCell {
  readonly machineId: number;
}

export function isSameCell(a: FloorCell, b: FloorCell): boolean {
  return a.column === b.column && a.row === b.row;
}

export function isOnFloor({ column, row }: FloorCell): boolean {
  return column >= 1 && column <= floorSize.columns && row >= 1 && row <= floorSize.rows;
}

interface StoredMachine {
  readonly machineId: number;
  /** `null` for a machine that staff have not placed. */
  readonly cell: FloorCell | null;
}

/**
 * Places every machine. Machines that staff have placed keep their cells. The others follow by
 * number in the rows below them, and then in the remaining free cells. Machines beyond the size of
 * the grid are left out.
 */
export function arrangeFloor(machines: readonly StoredMachine[]): FloorMachine[] {
  const placed = machines.flatMap(({ machineId, cell }) =>
    cell === null ? [] : [{ machineId, column: cell.column, row: cell.row }],
  );
  const others = machines
    .filter(({ cell }) => cell === null)
    .map(({ machineId }) => machineId)
    .toSorted((a, b) => a - b);
  const lastRow = Math.max(0, ...placed.map(({ row }) => row));
  const columns = placed.length === 0 ? countColumns(others.length) : floorSize.columns;
  const below = listCells(lastRow + 1, floorSize.rows, columns);
  const free = listCells(1, lastRow, floorSize.columns).filter(
    (cell) => !placed.some((one) => isSameCell(one, cell)),
  );
  const added = [...below, ...free]
    .slice(0, others.length)
    .map((cell, index) => ({ machineId: others[index] ?? 0, ...cell }));
  return [...placed, ...added];
}

/** Returns the number of columns that gives rows of nearly the same length. */
function countColumns(machineCount: number): number {
  const rows = Math.ceil(machineCount / floorSize.columns);
  return Math.max(1, Math.ceil(machineCount / Math.max(1, rows)));
}

function listCells(fromRow: number, toRow: number, columns: number): FloorCell[] {
  return Array.from({ length: Math.max(0, toRow - fromRow + 1) * columns }, (_, index) => ({
    column: (index % columns) + 1,
    row: fromRow + Math.floor(index / columns),
  }));
}

interface CroppedFloor<M> {
  readonly columns: number;
  readonly rows: number;
  /** Machines by row and column. */
  readonly machines: M[];
}

/** Removes the empty columns and rows around the machines. Aisles between machines stay. */
export function cropFloor<M extends FloorCell>(machines: readonly M[]): CroppedFloor<M> {
  if (machines.length === 0) return { columns: 0, rows: 0, machines: [] };
  const columns = machines.map(({ column }) => column);
  const rows = machines.map(({ row }) => row);
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  return {
    columns: Math.max(...columns) - left + 1,
    rows: Math.max(...rows) - top + 1,
    machines: machines
      .map((one) => ({ ...one, column: one.column - left + 1, row: one.row - top + 1 }))
      .toSorted((a, b) => a.row - b.row || a.column - b.column),
  };
}

/**
 * Moves a machine to a cell. A machine that is already there takes the cell that becomes free. A
 * cell outside the grid changes nothing.
 */
export function moveMachine<M extends FloorMachine>(
  machines: readonly M[],
  machineId: number,
  { column, row }: FloorCell,
): readonly M[] {
  const moved = machines.find((one) => one.machineId === machineId);
  if (moved === undefined || !isOnFloor({ column, row })) return machines;
  return machines.map((one) => {
    if (one === moved) return { ...one, column, row };
    return isSameCell(one, { column, row })
      ? { ...one, column: moved.column, row: moved.row }
      : one;
  });
}

interface RouteMachine extends FloorMachine {
  readonly workoutTypeId: number;
  readonly state: FloorState;
}

/**
 * Chooses a machine for each workout type in their order: a free one before a used one, that before
 * an offline one, and one under inspection last. Of several machines it is the nearest to the machine
 * before. The machine that the member is linked with counts as free. The result is `null` for a type
 * that the gym does not have.
 */
export function planRoute<M extends RouteMachine>(
  machines: readonly M[],
  workoutTypeIds: readonly number[],
  ownMachineId: number | null = null,
): (M | null)[] {
  let last: M | null = null;
  return workoutTypeIds.map((workoutTypeId) => {
    const order = (one: M): readonly [number, number, number] => [
      one.machineId === ownMachineId ? 0 : floorStates.indexOf(one.state),
      last === null ? 0 : Math.hypot(one.column - last.column, one.row - last.row),
      one.machineId,
    ];
    const [best = null] = machines
      .filter((one) => one.workoutTypeId === workoutTypeId)
      .toSorted((a, b) => compareOrders(order(a), order(b)));
    last = best ?? last;
    return best;
  });
}

function compareOrders(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
