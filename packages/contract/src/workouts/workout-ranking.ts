import { rankingPeriods, rankingScales } from '@tanren/domain/workouts/rankings';
import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';
import { WorkoutTypeId } from './workout-types.ts';

/** Value in the unit of the kind (kg), in percent of growth, or in units per kg of body weight. */
const Value = Type.Number();

export const RankingItem = Type.Object({
  rank: Type.Integer(),
  /** `null` where a name beside the value would reveal the member's body weight. */
  nickname: Type.Union([Type.String(), Type.Null()]),
  value: Value,
  /** `null` where there is no nickname. */
  achievedOn: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
  isMe: Type.Boolean(),
});
export type RankingItem = Type.Static<typeof RankingItem>;

export const WorkoutRanking = Type.Object({
  items: Type.Array(RankingItem),
  me: Type.Union([
    Type.Object({
      rank: Type.Integer(),
      nickname: Type.String(),
      value: Value,
      achievedOn: Type.String({ format: 'date' }),
      /**
       * Difference to the next higher value, and the rank for reaching it. Both are `null` at the
       * top.
       */
      toNext: Type.Union([Value, Type.Null()]),
      nextRank: Type.Union([Type.Integer(), Type.Null()]),
    }),
    Type.Null(),
  ]),
  total: Type.Integer(),
  /** Group that the band scale compares. `null` on other scales. */
  band: Type.Union([
    Type.Object({ bornFrom: Type.Integer(), sex: Type.Enum(['male', 'female']) }),
    Type.Null(),
  ]),
  /** Reason why this board does not exist for the member. It then has no items. */
  unavailable: Type.Union([Type.Enum(['profile_incomplete', 'too_few']), Type.Null()]),
  /**
   * The member's newest record of the type, period and gym that is in no ranking because staff have
   * not decided its correction. `null` or absent when there is none.
   */
  pendingCorrection: Type.Optional(
    Type.Union([
      Type.Object({ workoutId: Type.Integer(), gymDay: Type.String({ format: 'date' }) }),
      Type.Null(),
    ]),
  ),
  /** All gyms to choose from. */
  gyms: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
});
export type WorkoutRanking = Type.Static<typeof WorkoutRanking>;

export const getWorkoutRanking = endpoint({
  method: 'GET',
  url: '/workout-ranking/:workoutType/:rankingType',
  access: 'member',
  summary: 'The best of a workout type; equal values share a rank',
  schema: {
    params: closedObject({
      workoutType: WorkoutTypeId,
      rankingType: Type.String({ minLength: 1, maxLength: 20 }),
    }),
    querystring: closedObject({
      /** Addition to the specification. Default: this month. */
      period: Type.Optional(Type.Enum([...rankingPeriods])),
      /** Addition to the specification. Default: all gyms. Only for the open scale. */
      gym: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
      /** Addition to the specification. Default: the records themselves (`open`). */
      scale: Type.Optional(Type.Enum([...rankingScales])),
    }),
    response: { 200: WorkoutRanking },
  },
});
