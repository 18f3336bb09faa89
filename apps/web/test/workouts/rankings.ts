import type { RankingItem, WorkoutRanking } from '@tanren/contract/workouts/workout-ranking';

/** An empty board. */
export const emptyRanking: WorkoutRanking = {
  items: [],
  me: null,
  total: 0,
  band: null,
  unavailable: null,
  gyms: [
    { id: 1, name: 'TANREN 新宿' },
    { id: 2, name: 'TANREN 横浜' },
  ],
};

interface Ranked {
  readonly nickname: string | null;
  readonly value: number;
  readonly isMe?: boolean;
}

/** Returns items, the best first. Equal values share a rank. */
export function rankItems(ranked: readonly Ranked[]): RankingItem[] {
  return ranked.map(({ nickname, value, isMe = false }) => ({
    rank: ranked.findIndex((other) => other.value === value) + 1,
    nickname,
    value,
    achievedOn: nickname === null ? null : '2026-03-10',
    isMe,
  }));
}

const names = ['ハル', 'ことり', 'ゴロー', 'まめ', 'しろくま', 'RYO', 'みなと', 'あおい'];

/** Returns this many members, each `step` below the one before. */
export function countDown(count: number, from: number, step: number): Ranked[] {
  return Array.from({ length: count }, (_, index) => ({
    nickname: `${names[index % names.length]}${index + 1}`,
    value: from - index * step,
  }));
}

/** Returns a board with these members, without the signed-in one. */
export function makeRanking(
  ranked: readonly Ranked[],
  changes: Partial<WorkoutRanking> = {},
): WorkoutRanking {
  const items = rankItems(ranked);
  return { ...emptyRanking, items, total: items.length, ...changes };
}

/** Returns the member's own rank. */
export function makePlace(
  changes: Partial<NonNullable<WorkoutRanking['me']>>,
): NonNullable<WorkoutRanking['me']> {
  return {
    rank: 1,
    nickname: 'テツ',
    value: 100,
    achievedOn: '2026-03-10',
    toNext: null,
    nextRank: null,
    ...changes,
  };
}
