import { refuseBirthDate } from './birth-date.ts';
import { refuseHeight, refuseWeight } from './body-measures.ts';
import { normalizeNickname, refuseNickname } from './nickname.ts';
import type { ExerciseHabit, Sex, TrainingPurpose } from './profile-choices.ts';

/** Older profiles lack what became mandatory later. */
export interface Profile {
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

/** A member with an incomplete profile is led back to the form. */
export function isProfileCompleted(profile: MandatoryPart): boolean {
  return (
    profile.nickname !== '' &&
    profile.height !== null &&
    profile.weight !== null &&
    profile.exerciseHabit !== null &&
    profile.trainingPurposes.length > 0
  );
}

export type ProfileField = 'nickname' | 'height' | 'weight' | 'birthDate';

export interface ProfileMistake {
  readonly field: ProfileField;
  readonly refusal: string;
}

/** The part of a new or changed profile whose rules are more than a shape. */
export type CheckedPart = {
  readonly [F in ProfileField]?: Profile[F] | undefined;
};

/** `today` is the gym day. What is absent or null is not checked. */
export function findProfileMistakes(part: CheckedPart, today: string): ProfileMistake[] {
  const { nickname, height, weight, birthDate } = part;
  const refusals = {
    nickname: nickname === undefined ? null : refuseNickname(normalizeNickname(nickname)),
    height: height === undefined || height === null ? null : refuseHeight(height),
    weight: weight === undefined || weight === null ? null : refuseWeight(weight),
    birthDate:
      birthDate === undefined || birthDate === null ? null : refuseBirthDate(birthDate, today),
  };
  return (Object.keys(refusals) as ProfileField[]).flatMap((field) => {
    const refusal = refusals[field];
    return refusal === null ? [] : [{ field, refusal }];
  });
}
