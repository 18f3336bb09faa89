/** The 16 exercises the gym's machines serve, by the id that links and rankings carry. */
export const workoutTypes = [
  { id: 1, name: 'チェストプレス' },
  { id: 2, name: 'ペクトラルフライ' },
  { id: 3, name: 'ショルダープレス' },
  { id: 4, name: 'ラットプルダウン' },
  { id: 5, name: 'シーテッドロー' },
  { id: 6, name: 'アームカール' },
  { id: 7, name: 'トライセプスエクステンション' },
  { id: 8, name: 'アブドミナル' },
  { id: 9, name: 'バックエクステンション' },
  { id: 10, name: 'ロータリートルソー' },
  { id: 11, name: 'レッグプレス' },
  { id: 12, name: 'レッグエクステンション' },
  { id: 13, name: 'レッグカール' },
  { id: 14, name: 'ヒップアダクション' },
  { id: 15, name: 'ヒップアブダクション' },
  { id: 16, name: 'カーフレイズ' },
] as const;

export type WorkoutTypeId = (typeof workoutTypes)[number]['id'];

export function isWorkoutTypeId(id: number): id is WorkoutTypeId {
  return workoutTypes.some((type) => type.id === id);
}
