import { muscles } from '@tanren/domain/workouts/muscles';
import * as Type from 'typebox';
import { endpoint } from '#endpoint.ts';

/** Id of a present or future workout type. The maximum is that of the database column. */
export const WorkoutTypeId = Type.Integer({ minimum: 1, maximum: 32_767 });

export const WorkoutType = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** A direct set counts 1 for its muscle, an indirect one 0.5. */
  muscles: Type.Array(
    Type.Object({
      muscle: Type.Enum(muscles.map(({ id }) => id)),
      share: Type.Enum([1, 0.5]),
    }),
  ),
  /** Values of the usual machines for the type, in kg. A single machine may differ. */
  loadStep: Type.Number(),
  minLoad: Type.Number(),
  maxLoad: Type.Number(),
  /** Whether the member has done the type. */
  workouted: Type.Boolean(),
  /**
   * The load, in kg, that the member's trainer chose for the first time, with the trainer's words.
   * Only with a type that the member has never done: afterwards GET /workout-loads has it.
   */
  firstLoad: Type.Optional(
    Type.Object({
      loadKg: Type.Number(),
      note: Type.Object({ text: Type.String(), nickname: Type.String() }),
    }),
  ),
});
export type WorkoutType = Type.Static<typeof WorkoutType>;

export const listWorkoutTypes = endpoint({
  method: 'GET',
  url: '/workout-types',
  access: 'account',
  summary: 'The exercises the machines serve',
  schema: { response: { 200: Type.Array(WorkoutType) } },
});
