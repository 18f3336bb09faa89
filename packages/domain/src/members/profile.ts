import {
  normalizeNickname,
  validateBirthDate,
  validateHeight,
  validateNickname,
  validateWeight,
} from './profile-fields.ts';

/** Choices of a profile: ids for the API and the database, labels for readers. */
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

function isSex(text: string): text is Sex {
  return sexes.some(({ id }) => id === text);
}

function isExerciseHabit(text: string): text is ExerciseHabit {
  return exerciseHabits.some(({ id }) => id === text);
}

function isTrainingPurpose(text: string): text is TrainingPurpose {
  return trainingPurposes.some(({ id }) => id === text);
}

/** Returns the chosen purposes in a fixed order, each at most once. */
export function sortTrainingPurposes(chosen: readonly TrainingPurpose[]): TrainingPurpose[] {
  return trainingPurposeIds.filter((id) => chosen.includes(id));
}

/** Checks a chosen sex, which is optional. Returns `true` or the message for the form. */
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

/** Profile of a member. Older profiles lack fields that became mandatory later. */
interface Profile {
  readonly nickname: string;
  readonly height: number | null;
  readonly weight: number | null;
  readonly birthDate: string | null;
  readonly sex: Sex | null;
  readonly exerciseHabit: ExerciseHabit | null;
  readonly trainingPurposes: readonly TrainingPurpose[];
  readonly rankingVisible: boolean;
}

type MandatoryPart = Pick<
  Profile,
  'nickname' | 'height' | 'weight' | 'exerciseHabit' | 'trainingPurposes'
>;

/**
 * Returns whether all mandatory fields are filled in. Otherwise the app sends the member to the
 * form.
 */
export function isProfileCompleted(profile: MandatoryPart): boolean {
  return (
    profile.nickname !== '' &&
    profile.height !== null &&
    profile.weight !== null &&
    profile.exerciseHabit !== null &&
    profile.trainingPurposes.length > 0
  );
}

type ProfileValue = Profile[keyof Profile];

function isSameValue(a: ProfileValue, b: ProfileValue): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return sortTrainingPurposes(a).join() === sortTrainingPurposes(b).join();
}

type ProfilePart = { readonly [F in keyof Profile]?: Profile[F] | undefined };

/**
 * Returns the fields that another device has changed since the caller read them. A field that
 * already has the wanted value is not among them, because the same change may arrive twice.
 */
export function findChangedElsewhere(
  present: Profile,
  wanted: ProfilePart,
  expected: ProfilePart,
): (keyof Profile)[] {
  return (Object.keys(expected) as (keyof Profile)[]).filter((field) => {
    const [was, shall] = [expected[field], wanted[field]];
    if (was === undefined || shall === undefined) return false;
    return !isSameValue(present[field], was) && !isSameValue(present[field], shall);
  });
}

type ProfileField = 'nickname' | 'height' | 'weight' | 'birthDate';

interface ProfileError {
  readonly field: ProfileField;
  readonly refusal: string;
}

/** Fields of a new or changed profile that need more checks than the schema. */
export type CheckedPart = {
  readonly [F in ProfileField]?: Profile[F] | undefined;
};

/** Checks the given fields. Absent or `null` fields are not checked. `today` is the gym day. */
export function findProfileErrors(part: CheckedPart, today: string): ProfileError[] {
  const { nickname, height, weight, birthDate } = part;
  const rejections = {
    nickname: nickname === undefined ? null : validateNickname(normalizeNickname(nickname)),
    height: height === undefined || height === null ? null : validateHeight(height),
    weight: weight === undefined || weight === null ? null : validateWeight(weight),
    birthDate:
      birthDate === undefined || birthDate === null ? null : validateBirthDate(birthDate, today),
  };
  return (Object.keys(rejections) as ProfileField[]).flatMap((field) => {
    const refusal = rejections[field];
    return refusal === null ? [] : [{ field, refusal }];
  });
}
