import type { WorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import {
  describeBand,
  findRankingMonth,
  isRankingType,
  type RankingPeriod,
  type RankingBoard,
  type RankingScale,
  smallestBand,
  storedPerUnit,
  toAgeSexBand,
  toBoardKey,
  usualPeriod,
} from '@tanren/domain/workouts/rankings';
import { isWorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { type BoardReading, findBirthAndSex, readBoard } from './workout-ranking.store.ts';

type BoardKind = Pick<RankingBoard, 'rankingType' | 'scale'>;

/** Returns the number of stored units in one unit of the answer. */
function unitOf({ rankingType, scale }: BoardKind): number {
  const units: Record<RankingScale, number> = {
    open: storedPerUnit(rankingType),
    band: storedPerUnit(rankingType),
    // Growth is stored in tenths of a percent.
    growth: 10,
    // Records per body weight are stored in hundredths.
    'per-weight': 100,
  };
  return units[scale];
}

/** Converts a board into the member's view of it. */
function describeBoard(
  { top, total, me }: BoardReading,
  kind: BoardKind,
): Pick<WorkoutRanking, 'items' | 'me' | 'total'> {
  const unit = unitOf(kind);
  // This board shows no names: compared with the open board, a name would reveal the member's body
  // weight.
  const nameless = kind.scale === 'per-weight';
  let rank = 0;
  const items = top.map(({ nickname, value, achievedOn, isMe }, index) => {
    if (value !== top[index - 1]?.value) rank = index + 1;
    const named = isMe || !nameless;
    return {
      rank,
      nickname: named ? nickname : null,
      value: value / unit,
      achievedOn: named ? achievedOn : null,
      isMe,
    };
  });
  return {
    items,
    me: me && {
      rank: 1 + me.above,
      nickname: me.nickname,
      value: me.value / unit,
      achievedOn: me.achievedOn,
      toNext: me.next && (me.next.value - me.value) / unit,
      nextRank: me.next && 1 + me.above - me.next.entries,
    },
    total,
  };
}

interface RankingRequest {
  readonly workoutType: number;
  readonly rankingType: string;
  /** The requested period. `null` when the caller names none, which means the default period. */
  readonly period: RankingPeriod | null;
  readonly gym: number | null;
  readonly scale: RankingScale;
}

export async function readRanking(
  db: Queryable,
  sub: string,
  { workoutType, rankingType, period, gym, scale }: RankingRequest,
  now: Date,
): Promise<WorkoutRanking> {
  if (!isWorkoutTypeId(workoutType) || !isRankingType(rankingType)) throw new AppError('not_found');
  if (gym !== null && scale !== 'open') throw rejectGym();
  const band = scale === 'band' ? await findBand(db, sub) : 0;
  const month = findRankingMonth(period ?? usualPeriod, toGymDay(now));
  const gymId = gym ?? 0;
  const of = { workoutTypeId: workoutType, rankingType, scale, month, gymId, band: band ?? 0 };
  const reading = await readBoard(db, toBoardKey(of), sub);
  const shared = { gyms: [...reading.gyms], pendingCorrection: reading.pending };
  if (gym !== null && !shared.gyms.some(({ id }) => id === gym)) throw new AppError('not_found');
  if (scale !== 'band') {
    return { ...describeBoard(reading, of), band: null, unavailable: null, ...shared };
  }
  if (band === null) {
    return { ...nothing, band: null, unavailable: 'profile_incomplete', ...shared };
  }
  const described = describeBand(band);
  return reading.total < smallestBand
    ? { ...nothing, band: described, unavailable: 'too_few', ...shared }
    : { ...describeBoard(reading, of), band: described, unavailable: null, ...shared };
}

/** The empty board, shown to a member who may not see the board. */
const nothing = { items: [], me: null, total: 0 };

async function findBand(db: Queryable, sub: string): Promise<number | null> {
  const { birthDate, sex } = await findBirthAndSex(db, sub);
  return toAgeSexBand(birthDate, sex);
}

function rejectGym(): AppError {
  return new AppError('invalid_request', {
    fields: [{ path: '/gym', in: 'querystring', message: 'goes with the open scale only' }],
  });
}
