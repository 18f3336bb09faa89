import type { GymFloor, StaffFloor } from '@tanren/contract/machines/gym-floor';

/** A floor of two rows: six machines with numbers like their types, and one more of type 5. */
export function sampleFloor(changes: Partial<GymFloor> = {}): GymFloor {
  const machine = (machineId: number, column: number, row: number, workoutTypeId = machineId) =>
    ({ machineId, workoutTypeId, column, row, state: 'free' }) as const;
  return {
    at: '2026-03-03T09:00:00.000Z',
    open: true,
    columns: 4,
    rows: 2,
    machines: [
      machine(11, 1, 1),
      machine(9, 2, 1),
      machine(5, 4, 1),
      machine(1, 1, 2),
      machine(4, 2, 2),
      machine(21, 4, 2, 5),
    ],
    ...changes,
  };
}

export function sampleStaffFloor(changes: Partial<StaffFloor> = {}): StaffFloor {
  const place = (machineId: number, column: number, row: number) => ({
    machineId,
    workoutTypeId: machineId,
    column,
    row,
  });
  return {
    gymId: 1,
    gymName: 'TANREN 神田',
    version: 3,
    machines: [place(1, 1, 1), place(2, 2, 1), place(3, 6, 2)],
    ...changes,
  };
}
