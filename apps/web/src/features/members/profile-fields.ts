import type { NewUserInfo, UserInfo, UserInfoChanges } from '@tanren/contract/members/userinfo';
import {
  checkBirthDate,
  checkHeight,
  checkNickname,
  checkWeight,
  normalizeNickname,
  parseBirthDate,
  parseHeight,
  parseWeight,
} from '@tanren/domain/members/profile-fields';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import {
  checkExerciseHabit,
  checkSex,
  checkTrainingPurposes,
  type ExerciseHabit,
  exerciseHabits,
  type Sex,
  sexes,
  type TrainingPurpose,
  trainingPurposes,
} from '@tanren/domain/members/profile';
import { tabStorage } from '#lib/browser-storage.ts';
import { serverNow } from '#lib/server-time.ts';
import type { FieldWords } from '#ui/feedback/compared-fields.tsx';
import { cleanDate, isPartOfDate } from '#ui/forms/date-parts.tsx';
import type { FormSpec, Values } from '#ui/forms/use-form.ts';

/** Fields of the form. The settings page has the switch for rankings. */
export type ProfileFieldName = Exclude<keyof NewUserInfo, 'rankingVisible'>;

function labelOf(
  choices: readonly { readonly id: string; readonly label: string }[],
  chosen: string | null | undefined,
): string {
  return choices.find(({ id }) => id === chosen)?.label ?? '';
}

const withUnit = (value: number | null, unit: string) => (value === null ? '' : value + unit);

/**
 * Words for every field of the profile, in the order of the form. The form and the comparison with
 * the version of another device take their names from here.
 */
export const profileFieldWords: {
  readonly [Field in ProfileFieldName]: FieldWords<UserInfo[Field]>;
} = {
  nickname: { label: 'ニックネーム', show: (nickname) => nickname },
  height: { label: '身長', show: (height) => withUnit(height, 'cm') },
  weight: { label: '体重', show: (weight) => withUnit(weight, 'kg') },
  exerciseHabit: { label: '運動習慣', show: (habit) => labelOf(exerciseHabits, habit) },
  trainingPurposes: {
    label: 'トレーニングの目的',
    show: (purposes) => purposes.map((id) => labelOf(trainingPurposes, id)),
  },
  birthDate: { label: '生年月日', show: (birthDate) => birthDate ?? '' },
  sex: { label: '性別', show: (sex) => labelOf(sexes, sex) },
};

export const profileFieldNames = Object.keys(profileFieldWords) as readonly ProfileFieldName[];

/** Splits the ticked boxes of one name, which are read as one text. */
function splitChoices(text: string): string[] {
  return text === '' ? [] : text.split(',');
}

/** Fields of the profile, with the same rules as the server. */
export const profileFields: FormSpec<ProfileFieldName> = {
  nickname: { rules: [checkNickname] },
  height: { rules: [checkHeight] },
  weight: { rules: [checkWeight] },
  birthDate: {
    clean: cleanDate,
    rules: [
      (text) => !isPartOfDate(text) || '年・月・日をすべて入力してください',
      (text) => checkBirthDate(text, toGymDay(new Date(serverNow()))),
    ],
  },
  sex: { rules: [checkSex] },
  exerciseHabit: { rules: [checkExerciseHabit] },
  trainingPurposes: { rules: [(text) => checkTrainingPurposes(splitChoices(text))] },
};

/** Names of the fields of the two steps in which a new member creates the profile. */
export type BodyFieldName = 'nickname' | 'height' | 'weight';
export type HabitFieldName = 'exerciseHabit' | 'trainingPurposes';

const { nickname, height, weight, exerciseHabit, trainingPurposes: purposes } = profileFields;

/** Fields of the first step: whom the machine is adjusted for. */
export const bodyFields: FormSpec<BodyFieldName> = { nickname, height, weight };
/** Fields of the second step: why and how often the member trains. */
export const habitFields: FormSpec<HabitFieldName> = { exerciseHabit, trainingPurposes: purposes };

/** Returns the form values of a profile, which are empty without one. */
export function toFormValues(userInfo: UserInfo | null): Values<ProfileFieldName> {
  return {
    nickname: userInfo?.nickname ?? '',
    height: String(userInfo?.height ?? ''),
    weight: String(userInfo?.weight ?? ''),
    birthDate: userInfo?.birthDate ?? '',
    sex: userInfo?.sex ?? '',
    exerciseHabit: userInfo?.exerciseHabit ?? '',
    trainingPurposes: (userInfo?.trainingPurposes ?? []).join(','),
  };
}

/** Converts the form values, which must have passed the rules. */
export function toProfile(
  values: Values<ProfileFieldName>,
): Required<Pick<NewUserInfo, ProfileFieldName>> {
  return {
    nickname: normalizeNickname(values.nickname),
    height: parseHeight(values.height) ?? 0,
    weight: parseWeight(values.weight) ?? 0,
    exerciseHabit: values.exerciseHabit as ExerciseHabit,
    trainingPurposes: splitChoices(values.trainingPurposes) as TrainingPurpose[],
    birthDate: parseBirthDate(values.birthDate),
    sex: values.sex === '' ? null : (values.sex as Sex),
  };
}

/**
 * Returns the changed fields with their previous values. Only these are sent, so that two devices
 * that change different fields do not undo each other, and a conflict on the same field is noticed.
 */
export function toChanges(known: UserInfo, wanted: UserInfoChanges): UserInfoChanges {
  const changed = profileFieldNames.filter(
    (field) => field in wanted && String(known[field] ?? '') !== String(wanted[field] ?? ''),
  );
  if (changed.length === 0) return {};
  const pick = (from: Partial<Record<ProfileFieldName, unknown>>) =>
    Object.fromEntries(changed.map((field) => [field, from[field] ?? null]));
  return { ...pick(wanted), expected: pick(known) };
}

type ProfileValues = Values<ProfileFieldName>;

/**
 * Returns the key of the draft in this tab's storage. It contains the member's id, so members who
 * share a phone do not see each other's drafts.
 */
const draftKey = (sub: string) => `tanren:profile-draft:${sub}`;

/**
 * Returns the values that were typed and not sent, or `null` when there are none or they are
 * invalid.
 */
export function loadProfileDraft(sub: string): ProfileValues | null {
  const saved = tabStorage.readJson(draftKey(sub)) as Partial<Record<string, unknown>> | null;
  const isWhole = profileFieldNames.every((name) => typeof saved?.[name] === 'string');
  return isWhole ? (saved as ProfileValues) : null;
}

export function storeProfileDraft(sub: string, values: ProfileValues): void {
  // An outdated draft would look like the latest one, so it is deleted.
  if (!tabStorage.saveJson(draftKey(sub), values)) clearProfileDraft(sub);
}

export function clearProfileDraft(sub: string): void {
  tabStorage.remove(draftKey(sub));
}
