import { rankingPeriods, rankingScales } from '@tanren/domain/rankings';
import * as Type from 'typebox';
import { closedObject, endpoint } from './endpoint.ts';
import { WorkoutTypeId } from './workout-types.ts';

/** kg on the open scale and by band, percent of growth, or times one's body weight. */
const Value = Type.Number();

export const RankingItem = Type.Object({
  rank: Type.Integer(),
  /** null where a name beside the value would tell what the member weighs. */
  nickname: Type.Union([Type.String(), Type.Null()]),
  value: Value,
  /** Absent where there is no name. */
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
      /** What is missing to reach the next value above, and the rank one then has; null at the top. */
      toNext: Type.Union([Value, Type.Null()]),
      nextRank: Type.Union([Type.Integer(), Type.Null()]),
    }),
    Type.Null(),
  ]),
  total: Type.Integer(),
  /** Only of the band scale: whom it compares. */
  band: Type.Union([
    Type.Object({ bornFrom: Type.Integer(), sex: Type.Enum(['male', 'female']) }),
    Type.Null(),
  ]),
  /** Why there is no such board for this member; it has no items then. */
  unavailable: Type.Union([Type.Enum(['profile_incomplete', 'too_few']), Type.Null()]),
  /**
   * The member's newest record of the type, period and gym that is in no ranking because its
   * correction waits for staff; null or absent: there is none.
   */
  pendingCorrection: Type.Optional(
    Type.Union([
      Type.Object({ workoutId: Type.Integer(), gymDay: Type.String({ format: 'date' }) }),
      Type.Null(),
    ]),
  ),
  /** All there are, to choose one from. */
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
      /** Ours: when absent, this month for tfo and all time for max. */
      period: Type.Optional(Type.Enum([...rankingPeriods])),
      /** Ours: all gyms when absent; only with the open scale. */
      gym: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
      /** Ours: the records themselves when absent. */
      scale: Type.Optional(Type.Enum([...rankingScales])),
    }),
    response: { 200: WorkoutRanking },
  },
});
