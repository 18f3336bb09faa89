import { nextLoadReasons } from '@tanren/domain/workouts/next-load';
import { bodyParts, menuSources, todaysReasonKinds } from '@tanren/domain/menus/todays-menu';
import * as Type from 'typebox';
import { endpoint } from '#endpoint.ts';

const Kilograms = Type.Union([Type.Number(), Type.Null()]);

/** `menu`: the menu fixes the load. `first`: the type was never done and no trainer chose a load. */
const loadReasons = [...nextLoadReasons, 'menu', 'first'] as const;

export const TodaysItem = Type.Object({
  workoutTypeId: Type.Integer(),
  sets: Type.Integer(),
  reps: Type.Integer(),
  /** Number of sets done in the current run. 0 before a run. */
  doneSets: Type.Integer(),
  /** Load to set on the machine. `null` for a type never done for which no trainer chose a load. */
  loadKg: Kilograms,
  /** Load of the last time. `null` when the member has never done the type. */
  lastLoadKg: Kilograms,
  loadReason: Type.Enum([...loadReasons]),
  /** `true` when the rule rests on a workout before the last one, which was light or broken off. */
  restsOnEarlierWorkout: Type.Optional(Type.Boolean()),
  /**
   * Machines of the type in the gym at this moment, without those under inspection. `null` when no
   * gym is known or the gym is closed.
   */
  machines: Type.Union([Type.Object({ free: Type.Integer(), total: Type.Integer() }), Type.Null()]),
  /** `true` while every machine of the type in the gym is under inspection. Absent otherwise. */
  inspection: Type.Optional(Type.Boolean()),
});
export type TodaysItem = Type.Static<typeof TodaysItem>;

export const TodaysMenu = Type.Object({
  /** `null` for a running menu that was deleted in the meantime. */
  trainingSessionId: Type.Union([Type.Integer(), Type.Null()]),
  title: Type.String(),
  from: Type.Enum([...menuSources]),
  reason: Type.Object({
    kind: Type.Enum([...todaysReasonKinds]),
    /** Part of the body. `null` unless `kind` is `due`. */
    part: Type.Union([Type.Enum(bodyParts.map(({ id }) => id)), Type.Null()]),
    /** Days since the part was trained. `null` when it was never trained. */
    days: Type.Union([Type.Integer(), Type.Null()]),
  }),
  /** Estimated minutes for the remaining sets, from the member's own times where they are known. */
  minutes: Type.Integer(),
  /**
   * Estimated minutes with the waits for machines. `null` for a running menu, outside the opening
   * hours, and while the waits of the gym are unknown.
   */
  waits: Type.Optional(
    Type.Union([
      Type.Object({
        minutesNow: Type.Integer(),
        /** Hour of the same day in which the menu takes at least five minutes less. */
        quieter: Type.Union([
          Type.Object({ hour: Type.Integer(), minutes: Type.Integer() }),
          Type.Null(),
        ]),
      }),
      Type.Null(),
    ]),
  ),
  items: Type.Array(TodaysItem),
});
export type TodaysMenu = Type.Static<typeof TodaysMenu>;

export const TodaysMenus = Type.Object({
  menu: Type.Union([TodaysMenu, Type.Null()]),
  /** The next best menus, at most four. */
  alternatives: Type.Array(TodaysMenu),
  /** Gym whose machines are counted: the gym of today's reservation, or else of the last visit. */
  gym: Type.Union([
    Type.Object({ gymId: Type.Integer(), name: Type.String(), open: Type.Boolean() }),
    Type.Null(),
  ]),
  hasWorkouts: Type.Boolean(),
  /** Whether the member has already trained on this gym day. */
  trainedToday: Type.Boolean(),
});
export type TodaysMenus = Type.Static<typeof TodaysMenus>;

/** This endpoint is an addition to the specification. */
export const getTodaysMenu = endpoint({
  method: 'GET',
  url: '/todays-menu',
  access: 'member',
  summary: 'What to do today and why, with loads, minutes and free machines, and what else',
  schema: { response: { 200: TodaysMenus } },
});
