import * as Type from 'typebox';
import { endpoint } from '#endpoint.ts';
import { GymIdParams } from './gyms.ts';

const Instant = Type.String({ format: 'date-time' });

export const GymCrowd = Type.Object({
  at: Instant,
  machineCount: Type.Integer(),
  /** Machines that are linked with a member now. */
  machinesInUse: Type.Integer(),
  types: Type.Array(
    Type.Object({
      workoutTypeId: Type.Integer(),
      machineCount: Type.Integer(),
      inUse: Type.Integer(),
      /** People with a reservation in the present or next slot whose menu contains this type. */
      expected: Type.Integer(),
    }),
  ),
  /** The present slot and the remaining slots of the day. */
  slots: Type.Array(
    Type.Object({
      startsAt: Instant,
      endsAt: Instant,
      capacity: Type.Integer(),
      reserved: Type.Integer(),
    }),
  ),
});
export type GymCrowd = Type.Static<typeof GymCrowd>;

export const getGymCrowd = endpoint({
  method: 'GET',
  url: '/gyms/:gymId/crowd',
  access: 'member',
  summary: 'How many machines are in use now, and how many people have reserved the next slots',
  schema: { params: GymIdParams, response: { 200: GymCrowd } },
});
