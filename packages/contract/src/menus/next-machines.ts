import { orderReasons } from '@tanren/domain/menus/run-order';
import * as Type from 'typebox';
import { endpoint } from '#endpoint.ts';
import { MachineHold } from '#machines/machine-holds.ts';

/** States of the machine that suits the member best. `held` means by another member. */
export const nextMachineStates = ['free', 'used', 'held', 'unavailable'] as const;
export type NextMachineState = (typeof nextMachineStates)[number];

const Minutes = Type.Union([Type.Integer(), Type.Null()]);

export const NextMachine = Type.Object({
  /** Position of the item in the run, from 0. */
  position: Type.Integer(),
  state: Type.Enum([...nextMachineStates]),
  /** The machine to go to. `null` when the gym has none that can be used. */
  machineId: Type.Union([Type.Integer(), Type.Null()]),
  /** Expected minutes until the machine is free. `null` when they are unknown. */
  freeInMinutes: Minutes,
  /** Usual error of these minutes, which are `null` together. */
  errorMinutes: Minutes,
  /** Free machines for the same muscles. Empty while a machine of the item itself is free. */
  alternatives: Type.Array(
    Type.Object({
      workoutTypeId: Type.Integer(),
      machineId: Type.Integer(),
      /** Next load of the member. `null` for a type never done, which begins light. */
      loadKg: Type.Union([Type.Number(), Type.Null()]),
    }),
    { maxItems: 2 },
  ),
});
export type NextMachine = Type.Static<typeof NextMachine>;

export const NextMachines = Type.Object({
  at: Type.String({ format: 'date-time' }),
  /** `null` without a run under way or a known gym. The lists are then empty. */
  runId: Type.Union([Type.Integer(), Type.Null()]),
  /**
   * Positions of the items with sets left, in the proposed order. First comes that of the machine in
   * use, then that of the machine that the member holds.
   */
  order: Type.Array(Type.Integer()),
  /** Why the next item is proposed. A machine that the member holds needs no other reason. */
  reason: Type.Enum([...orderReasons]),
  /** The item before which the first one is done, with its minutes. `null` when none is waited for. */
  waitsFor: Type.Union([Type.Object({ position: Type.Integer(), minutes: Minutes }), Type.Null()]),
  /** Expected minutes for all remaining sets, with the waits. */
  minutes: Type.Integer(),
  /** The items with sets left, in the order of the menu. */
  items: Type.Array(NextMachine),
  /** The machine that the member holds. */
  hold: Type.Union([MachineHold, Type.Null()]),
});
export type NextMachines = Type.Static<typeof NextMachines>;

export const getNextMachines = endpoint({
  method: 'GET',
  url: '/my/training-session-run/next-machines',
  access: 'member',
  summary: 'The proposed order of the run under way, and when its machines are free; names nobody',
  schema: { response: { 200: NextMachines } },
});
