import { floorSize, floorStates, maxFloorMachines } from '@tanren/domain/machines/floor';
import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';
import { GymIdParams } from '#gyms/gyms.ts';

export const GymFloor = Type.Object({
  at: Type.String({ format: 'date-time' }),
  /** Whether the gym is open at this moment. */
  open: Type.Boolean(),
  /** Size of the grid around the machines. Both are 0 in a gym without machines. */
  columns: Type.Integer(),
  rows: Type.Integer(),
  /** Machines by row and column. Column 1 is on the left, row 1 at the top. */
  machines: Type.Array(
    Type.Object({
      machineId: Type.Integer(),
      workoutTypeId: Type.Integer(),
      column: Type.Integer(),
      row: Type.Integer(),
      /** The answer never contains the member who uses a machine. */
      state: Type.Enum([...floorStates]),
      /** `true` while another member holds the machine, whose state is then `used`. */
      held: Type.Optional(Type.Boolean()),
      /** `true` while the member holds the machine. Absent otherwise. */
      heldByMe: Type.Optional(Type.Boolean()),
    }),
  ),
});
export type GymFloor = Type.Static<typeof GymFloor>;

export const getGymFloor = endpoint({
  method: 'GET',
  url: '/gyms/:gymId/floor',
  access: 'member',
  summary: 'Where the machines of a gym are, and which of them are free',
  schema: { params: GymIdParams, response: { 200: GymFloor } },
});

/** The floor of a gym as staff edit it. */
export const StaffFloor = Type.Object({
  gymId: Type.Integer(),
  gymName: Type.String(),
  /** 0 while the plan was never saved. The machines are then in rows by number. */
  version: Type.Integer(),
  /** Every machine in use, by number. */
  machines: Type.Array(
    Type.Object({
      machineId: Type.Integer(),
      workoutTypeId: Type.Integer(),
      column: Type.Integer(),
      row: Type.Integer(),
    }),
  ),
});
export type StaffFloor = Type.Static<typeof StaffFloor>;

export const getStaffFloor = endpoint({
  method: 'GET',
  url: '/staff/gyms/:gymId/floor',
  access: 'staff',
  summary: 'Where the machines of a gym are, with the version of the plan',
  schema: { params: GymIdParams, response: { 200: StaffFloor } },
});

export const saveStaffFloor = endpoint({
  method: 'PUT',
  url: '/staff/gyms/:gymId/floor',
  access: 'staff',
  summary:
    'Saves the places of the machines; 409 stale_version if the plan was changed since it was read; repeatable',
  schema: {
    params: GymIdParams,
    body: closedObject({
      version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
      machines: Type.Array(
        closedObject({
          machineId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
          column: Type.Integer({ minimum: 1, maximum: floorSize.columns }),
          row: Type.Integer({ minimum: 1, maximum: floorSize.rows }),
        }),
        { maxItems: maxFloorMachines },
      ),
    }),
    response: { 200: StaffFloor },
  },
});
