/** What a profile chooses from: ids for the wire and the database, labels for readers. */
export const sexes = [
  { id: 'male', label: '男性' },
  { id: 'female', label: '女性' },
  { id: 'other', label: 'その他' },
  { id: 'no-answer', label: '回答しない' },
] as const;

export const exerciseHabits = [
  { id: 'almost-none', label: 'ほぼなし' },
  { id: 'monthly-1-3', label: '月1〜3回' },
  { id: 'weekly-1', label: '週1回' },
  { id: 'weekly-2-3', label: '週2〜3回' },
  { id: 'weekly-4-or-more', label: '週4回以上' },
] as const;

export const trainingPurposes = [
  { id: 'health', label: '健康維持' },
  { id: 'stamina', label: '体力向上' },
  { id: 'body-shape', label: 'ダイエット・体型維持' },
  { id: 'strength', label: '筋力向上' },
  { id: 'lack-of-exercise', label: '運動不足解消' },
  { id: 'stress', label: 'ストレス解消' },
  { id: 'stiffness', label: '肩こり・腰痛の改善' },
] as const;

export type Sex = (typeof sexes)[number]['id'];
export type ExerciseHabit = (typeof exerciseHabits)[number]['id'];
export type TrainingPurpose = (typeof trainingPurposes)[number]['id'];

export const sexIds: readonly Sex[] = sexes.map(({ id }) => id);
export const exerciseHabitIds: readonly ExerciseHabit[] = exerciseHabits.map(({ id }) => id);
export const trainingPurposeIds: readonly TrainingPurpose[] = trainingPurposes.map(({ id }) => id);

export function isSex(text: string): text is Sex {
  return sexes.some(({ id }) => id === text);
}

export function isExerciseHabit(text: string): text is ExerciseHabit {
  return exerciseHabits.some(({ id }) => id === text);
}

export function isTrainingPurpose(text: string): text is TrainingPurpose {
  return trainingPurposes.some(({ id }) => id === text);
}

/** One order for the same choice, each at most once, however it was ticked. */
export function sortTrainingPurposes(chosen: readonly TrainingPurpose[]): TrainingPurpose[] {
  return trainingPurposeIds.filter((id) => chosen.includes(id));
}

/** Form rules. Nobody has to tell their sex. */
export function checkSex(value: string): true | string {
  return value === '' || isSex(value) || '性別を選び直してください';
}

export function checkExerciseHabit(value: string): true | string {
  return isExerciseHabit(value) || '運動習慣を選択してください';
}

export function checkTrainingPurposes(values: readonly string[]): true | string {
  if (values.length === 0) return 'トレーニングの目的を1つ以上選択してください';
  return values.every(isTrainingPurpose) || 'トレーニングの目的を選び直してください';
}
