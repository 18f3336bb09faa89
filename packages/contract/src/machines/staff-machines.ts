import { rejectionReasons } from './machine-messages.ts';
import { machineLoads } from '@tanren/domain/workouts/loads';
import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from '#endpoint.ts';
import { GymId } from '#gyms/gyms.ts';
import { WorkoutTypeId } from '#workouts/workout-types.ts';

const Instant = Type.String({ format: 'date-time' });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const MachineId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const params = closedObject({ machineId: MachineId });
const LoadKg = Type.Number({ minimum: machineLoads.min, maximum: machineLoads.max });

export const StaffMachine = Type.Object({
  id: Type.Integer(),
  gymId: Type.Integer(),
  gymName: Type.String(),
  workoutTypeId: Type.Integer(),
  minLoad: Type.Number(),
  maxLoad: Type.Number(),
  loadStep: Type.Number(),
  firmware: orNull(Type.String()),
  /** What the machine says it is. `null` for a machine that speaks the first protocol only. */
  description: Type.Optional(
    orNull(
      Type.Object({
        maker: Type.String(),
        model: Type.String(),
        protocol: Type.Integer(),
        loads: Type.Object({
          minKg: Type.Number(),
          maxKg: Type.Number(),
          stepKg: Type.Number(),
        }),
        measures: Type.Array(Type.String()),
      }),
    ),
  ),
  online: Type.Boolean(),
  lastSeenAt: orNull(Instant),
  /** Whether a member is linked with the machine. The answer never says which member. */
  inUse: Type.Boolean(),
  /** Number of the machine's messages that the server rejected in the last 24 hours. */
  rejectedToday: Type.Integer(),
  createdAt: Instant,
  retiredAt: orNull(Instant),
  /**
   * Percent by which the machine feels heavier (above 0) or lighter than others of its type at the
   * same load. Absent when it does not clearly differ.
   */
  offsetPercent: Type.Optional(Type.Number()),
  /** Clear change of the last weeks: percent, and the first gym day with it. Absent without one. */
  moved: Type.Optional(
    Type.Object({ percent: Type.Number(), sinceDay: Type.String({ format: 'date' }) }),
  ),
  /** Absent unless staff inspect the machine. Menus then avoid it. */
  inspection: Type.Optional(Type.Object({ since: Instant, note: Type.String() })),
});
export type StaffMachine = Type.Static<typeof StaffMachine>;

export const listStaffMachines = endpoint({
  method: 'GET',
  url: '/staff/machines',
  access: 'staff',
  summary: 'All machines with their state, by gym and number',
  schema: {
    querystring: closedObject({ gymId: Type.Optional(GymId), ...pageQuery }),
    response: { 200: pageOf(StaffMachine) },
  },
});

export const getStaffMachine = endpoint({
  method: 'GET',
  url: '/staff/machines/:machineId',
  access: 'staff',
  summary: 'A machine with its state',
  schema: { params, response: { 200: StaffMachine } },
});

/** This answer is the only one that contains the secret. */
const MachineWithSecret = Type.Object({ machine: StaffMachine, secret: Type.String() });
export type MachineWithSecret = Type.Static<typeof MachineWithSecret>;

export const createMachine = endpoint({
  method: 'POST',
  url: '/staff/machines',
  access: 'staff',
  summary: 'Registers a machine; loads that are absent are the usual ones of its type',
  schema: {
    body: closedObject({
      gymId: GymId,
      workoutTypeId: WorkoutTypeId,
      minLoad: Type.Optional(LoadKg),
      maxLoad: Type.Optional(LoadKg),
      loadStep: Type.Optional(LoadKg),
    }),
    response: { 201: MachineWithSecret },
  },
});

export const renewMachineSecret = endpoint({
  method: 'POST',
  url: '/staff/machines/:machineId/secret',
  access: 'staff',
  summary: 'Gives a machine another secret; the old one is void at once',
  schema: { params, body: closedObject({}), response: { 200: MachineWithSecret } },
});

export const retireMachine = endpoint({
  method: 'POST',
  url: '/staff/machines/:machineId/retirement',
  access: 'staff',
  summary: 'Takes a machine out of use; its workouts stay; repeatable',
  schema: { params, body: closedObject({}), response: { 200: StaffMachine } },
});

export const setMachineInspection = endpoint({
  method: 'PUT',
  url: '/staff/machines/:machineId/inspection',
  access: 'staff',
  summary: 'Begins or ends the inspection of a machine, which menus then avoid; repeatable',
  schema: {
    params,
    body: closedObject({
      inspection: Type.Boolean(),
      /** Note for staff. It is ignored at the end of the inspection. */
      note: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    response: { 200: StaffMachine },
  },
});

export const StaffRejectedMessage = Type.Object({
  id: Type.Integer(),
  machineId: Type.Integer(),
  receivedAt: Instant,
  reason: Type.Enum([...rejectionReasons]),
  byteLength: Type.Integer(),
  /** Beginning of the message. Nothing in it identifies a member. */
  payload: Type.String(),
});
export type StaffRejectedMessage = Type.Static<typeof StaffRejectedMessage>;

export const listRejectedMessages = endpoint({
  method: 'GET',
  url: '/staff/rejected-messages',
  access: 'staff',
  summary: 'What machines sent and we refused, newest first, of the last 90 days',
  schema: {
    querystring: closedObject({
      machineId: Type.Optional(MachineId),
      reason: Type.Optional(Type.Enum([...rejectionReasons])),
      ...pageQuery,
    }),
    response: { 200: pageOf(StaffRejectedMessage) },
  },
});
