/**
 * Muscles that the machines train: the everyday name, the anatomical name that is shown small
 * beside it, and the side of the body map.
 */
export const muscles = [
  { id: 'pectorals', name: '胸', anatomy: '大胸筋', side: 'front' },
  { id: 'deltoids', name: '肩', anatomy: '三角筋', side: 'front' },
  { id: 'lats', name: '背中の横', anatomy: '広背筋', side: 'back' },
  { id: 'trapezius', name: '背中の上', anatomy: '僧帽筋', side: 'back' },
  { id: 'biceps', name: '力こぶ', anatomy: '上腕二頭筋', side: 'front' },
  { id: 'triceps', name: '二の腕', anatomy: '上腕三頭筋', side: 'back' },
  { id: 'abdominals', name: 'お腹', anatomy: '腹直筋', side: 'front' },
  { id: 'obliques', name: 'わき腹', anatomy: '腹斜筋', side: 'front' },
  { id: 'spinal-erectors', name: '背中の下', anatomy: '脊柱起立筋', side: 'back' },
  { id: 'gluteus-maximus', name: 'お尻', anatomy: '大殿筋', side: 'back' },
  { id: 'gluteus-medius', name: 'お尻の横', anatomy: '中殿筋', side: 'back' },
  { id: 'quadriceps', name: '前もも', anatomy: '大腿四頭筋', side: 'front' },
  { id: 'hamstrings', name: '裏もも', anatomy: 'ハムストリングス', side: 'back' },
  { id: 'adductors', name: '内もも', anatomy: '内転筋群', side: 'front' },
  { id: 'calves', name: 'ふくらはぎ', anatomy: '下腿三頭筋', side: 'back' },
] as const;

export type MuscleId = (typeof muscles)[number]['id'];

/** Number of sets per week and muscle that suits beginners. */
export const weeklySetGoal = { from: 5, to: 10 } as const;
/** Maximum number of weekly sets for experienced members. More sets have little effect. */
export const maxUsefulSets = 20;

/**
 * Returns 0 for no sets, 1 below the goal, 2 within it, 3 above it up to the useful maximum, 4
 * beyond that.
 */
export function muscleSetLevel(sets: number): 0 | 1 | 2 | 3 | 4 {
  if (sets <= 0) return 0;
  if (sets < weeklySetGoal.from) return 1;
  if (sets <= weeklySetGoal.to) return 2;
  return sets <= maxUsefulSets ? 3 : 4;
}
