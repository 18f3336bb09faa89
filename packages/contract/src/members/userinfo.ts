import { exerciseHabitIds, sexIds, trainingPurposeIds } from '@tanren/domain/members/profile';
import { heightRange, weightRange } from '@tanren/domain/members/profile-fields';
import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';

/**
 * The answer is a file, not JSON: the caller reads its bytes. Content-Disposition contains its
 * name.
 */
const ZipFile = Type.Unsafe<unknown>({ type: 'string', format: 'binary' });

export const exportMemberData = endpoint({
  method: 'GET',
  url: '/my/export',
  access: 'account',
  recentAuthentication: true,
  ownerLetter: 'export',
  summary: 'Everything kept about the member as one zip file of JSON and CSV; told by mail',
  schema: { produces: ['application/zip'], response: { 200: ZipFile } },
});

/**
 * The domain normalizes the nickname and counts its characters. The limit here only rejects huge
 * texts.
 */
const Nickname = Type.String({ minLength: 1, maxLength: 200 });
/** Centimetres and kilograms with one decimal. */
const Height = Type.Number({ minimum: heightRange.min, maximum: heightRange.max });
const Weight = Type.Number({ minimum: weightRange.min, maximum: weightRange.max });
const BirthDate = Type.String({ format: 'date' });
const Sex = Type.Enum([...sexIds]);
const ExerciseHabit = Type.Enum([...exerciseHabitIds]);
/** The explicit `type` lets Ajv find duplicates with a lookup table. */
const TrainingPurpose = Type.Enum([...trainingPurposeIds], { type: 'string' });
const uniquePurposes = { maxItems: trainingPurposeIds.length, uniqueItems: true };

const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const UserInfo = Type.Object({
  nickname: Type.String(),
  /** `null` in profiles that are older than the rule that requires a height and weight. */
  height: orNull(Type.Number()),
  weight: orNull(Type.Number()),
  birthDate: Type.Optional(BirthDate),
  sex: Type.Optional(Sex),
  exerciseHabit: orNull(ExerciseHabit),
  trainingPurposes: Type.Array(TrainingPurpose),
  rankingVisible: Type.Boolean(),
  /** Computed from the fields before it. */
  isProfileCompleted: Type.Boolean(),
  /** Highest version that the member agreed to. 0 before any agreement. */
  agreedTermsAndConditionsVersion: Type.Integer({ minimum: 0 }),
});
export type UserInfo = Type.Static<typeof UserInfo>;

const TrainingPurposes = Type.Array(TrainingPurpose, { minItems: 1, ...uniquePurposes });

export const NewUserInfo = closedObject({
  nickname: Nickname,
  height: Height,
  weight: Weight,
  birthDate: Type.Optional(orNull(BirthDate)),
  sex: Type.Optional(orNull(Sex)),
  exerciseHabit: ExerciseHabit,
  trainingPurposes: TrainingPurposes,
  /** Default: `true`. */
  rankingVisible: Type.Optional(Type.Boolean()),
});
export type NewUserInfo = Type.Static<typeof NewUserInfo>;

/** Field values that the caller knew. `null` for a field without a value. */
const KnownProfile = closedObject({
  nickname: Type.Optional(Nickname),
  height: Type.Optional(orNull(Height)),
  weight: Type.Optional(orNull(Weight)),
  birthDate: Type.Optional(orNull(BirthDate)),
  sex: Type.Optional(orNull(Sex)),
  exerciseHabit: Type.Optional(orNull(ExerciseHabit)),
  trainingPurposes: Type.Optional(Type.Array(TrainingPurpose, uniquePurposes)),
  rankingVisible: Type.Optional(Type.Boolean()),
});

/** An absent field stays as it is. `null` clears an optional field. */
export const UserInfoChanges = closedObject({
  nickname: Type.Optional(Nickname),
  height: Type.Optional(Height),
  weight: Type.Optional(Weight),
  birthDate: Type.Optional(orNull(BirthDate)),
  sex: Type.Optional(orNull(Sex)),
  exerciseHabit: Type.Optional(ExerciseHabit),
  trainingPurposes: Type.Optional(TrainingPurposes),
  rankingVisible: Type.Optional(Type.Boolean()),
  /**
   * The changed fields as the caller knew them, because another device may have changed them since.
   */
  expected: Type.Optional(KnownProfile),
});
export type UserInfoChanges = Type.Static<typeof UserInfoChanges>;

export const getUserInfo = endpoint({
  method: 'GET',
  url: '/userinfo',
  access: 'account',
  summary: 'The profile of the member; 404 while there is none',
  schema: { response: { 200: UserInfo } },
});

export const createUserInfo = endpoint({
  method: 'POST',
  url: '/userinfo',
  access: 'account',
  summary: 'The first profile of the member; 409 profile_exists when there is one',
  schema: { body: NewUserInfo, response: { 201: UserInfo } },
});

export const updateUserInfo = endpoint({
  method: 'PATCH',
  url: '/userinfo',
  access: 'account',
  summary:
    'Changes the given fields of the profile; 404 while there is none, 409 stale_version when one of them is neither as expected nor as wanted',
  schema: { body: UserInfoChanges, response: { 200: UserInfo } },
});

export const eraseMemberData = endpoint({
  method: 'DELETE',
  url: '/userinfo',
  access: 'account',
  recentAuthentication: true,
  // A repeated call finds nothing to erase, and a stored answer would be a trace of the member.
  ignoresIdempotencyKey: true,
  summary:
    'Erases everything kept about the member but the account, which its user pool deletes. 409 role_held while they are trainer or staff',
  schema: { response: { 204: Type.Null() } },
});
