import { nextLoadReasons } from '@tanren/domain/next-load';
import { bodyParts, menuSources, todaysReasonKinds } from '@tanren/domain/todays-menu';
import * as Type from 'typebox';
import { endpoint } from './endpoint.ts';

const Kilograms = Type.Union([Type.Number(), Type.Null()]);

/** `menu`: the menu fixes the load; `first`: the member has never done the type. */
const loadReasons = [...nextLoadReasons, 'menu', 'first'] as const;

export const TodaysItem = Type.Object({
  workoutTypeId: Type.Integer(),
  sets: Type.Integer(),
  reps: Type.Integer(),
  /** Of the run that is under way; 0 before. */
  doneSets: Type.Integer(),
  /** What to set; null: the member has never done the type. */
  loadKg: Kilograms,
  /** Of the last time; null: there was none. */
  lastLoadKg: Kilograms,
  loadReason: Type.Enum([...loadReasons]),
  /** Machines of the type in the gym at this moment; null: no gym is known, or it is closed. */
  machines: Type.Union([Type.Object({ free: Type.Integer(), total: Type.Integer() }), Type.Null()]),
});
export type TodaysItem = Type.Static<typeof TodaysItem>;

export const TodaysMenu = Type.Object({
  /** null: it is under way and was deleted meanwhile. */
  trainingSessionId: Type.Union([Type.Integer(), Type.Null()]),
  title: Type.String(),
  from: Type.Enum([...menuSources]),
  reason: Type.Object({
    kind: Type.Enum([...todaysReasonKinds]),
    /** With `due` only. */
    part: Type.Union([Type.Enum(bodyParts.map(({ id }) => id)), Type.Null()]),
    /** Days since the part was trained; null: never. */
    days: Type.Union([Type.Integer(), Type.Null()]),
  }),
  /** Of what is left to do, by the member's own times where there are any. */
  minutes: Type.Integer(),
  items: Type.Array(TodaysItem),
});
export type TodaysMenu = Type.Static<typeof TodaysMenu>;

export const TodaysMenus = Type.Object({
  menu: Type.Union([TodaysMenu, Type.Null()]),
  /** The next best, at most four. */
  alternatives: Type.Array(TodaysMenu),
  /** Whose machines are counted: of today's reservation, else of the last visit. */
  gym: Type.Union([
    Type.Object({ gymId: Type.Integer(), name: Type.String(), open: Type.Boolean() }),
    Type.Null(),
  ]),
  hasWorkouts: Type.Boolean(),
  /** Whether the member has trained on this gym day already. */
  trainedToday: Type.Boolean(),
});
export type TodaysMenus = Type.Static<typeof TodaysMenus>;

/** Ours. */
export const getTodaysMenu = endpoint({
  method: 'GET',
  url: '/todays-menu',
  access: 'member',
  summary: 'What to do today and why, with loads, minutes and free machines, and what else',
  schema: { response: { 200: TodaysMenus } },
});
