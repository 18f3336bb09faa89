import type { WorkoutRanking } from '@tanren/contract/workout-ranking';
import type { RankingScale } from '@tanren/domain/ranking-boards';
import type { BoardReading } from './workout-ranking.store.ts';

/** Boards count in tenths of a kg, of a percent, and in hundredths of a body weight. */
const units: Readonly<Record<RankingScale, number>> = {
  open: 10,
  band: 10,
  growth: 10,
  'per-weight': 100,
};

/** A board as the member sees it. */
export function describeBoard(
  { top, total, me }: BoardReading,
  scale: RankingScale,
): Pick<WorkoutRanking, 'items' | 'me' | 'total'> {
  const unit = units[scale];
  // Beside the open board, a name here would let anyone divide out what the member weighs.
  const nameless = scale === 'per-weight';
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
