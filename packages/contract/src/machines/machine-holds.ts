import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';

/** A machine that waits a moment for the member. It is a courtesy on its screen, never a lock. */
export const MachineHold = Type.Object({
  machineId: Type.Integer(),
  until: Type.String({ format: 'date-time' }),
});
export type MachineHold = Type.Static<typeof MachineHold>;

export const holdMachine = endpoint({
  method: 'POST',
  url: '/my/machine-hold',
  access: 'member',
  summary:
    'Holds a free machine for 90 seconds, for the run under way; another hold of the member ends. A hold is not prolonged. 409 machine_in_use, machine_held, machine_not_due, machine_unavailable',
  schema: {
    body: closedObject({ machineId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    response: { 201: MachineHold },
  },
});

export const releaseMachine = endpoint({
  method: 'DELETE',
  url: '/my/machine-hold',
  access: 'member',
  summary: 'Releases the machine that the member holds; repeatable',
  schema: { response: { 204: Type.Null() } },
});
