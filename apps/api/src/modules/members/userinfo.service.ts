import type { NewUserInfo, UserInfoChanges } from '@tanren/contract/members/userinfo';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { normalizeNickname } from '@tanren/domain/members/profile-fields';
import {
  type CheckedPart,
  findChangedElsewhere,
  findProfileErrors,
  sortTrainingPurposes,
} from '@tanren/domain/members/profile';
import { AppError } from '#http/app-error.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import type { Profile } from '#db/schema/members.ts';
import {
  changeUserInfo,
  findUserInfo,
  lockProfile,
  insertUserInfo,
  type StoredUserInfo,
} from './userinfo.store.ts';

export async function readUserInfo(db: Queryable, sub: string): Promise<StoredUserInfo> {
  const found = await findUserInfo(db, sub);
  if (found === null) throw new AppError('not_found');
  return found;
}

/**
 * Updates other data that follows from a profile, in the same transaction. `before` is `null` for a
 * new one.
 */
export type UpdateProfileRankings = (
  tx: Transaction,
  before: Profile | null,
  after: Profile,
  now: Date,
) => Promise<void>;

interface ProfileParts {
  readonly lockAccount: LockAccount;
  readonly updateProfileRankings: UpdateProfileRankings;
}

export async function createUserInfo(
  db: Queryable,
  { lockAccount, updateProfileRankings }: ProfileParts,
  sub: string,
  input: NewUserInfo,
  now: Date,
): Promise<StoredUserInfo> {
  rejectErrors(input, now);
  const profile = {
    sub,
    nickname: normalizeNickname(input.nickname),
    height: input.height,
    weight: input.weight,
    birthDate: input.birthDate ?? null,
    sex: input.sex ?? null,
    exerciseHabit: input.exerciseHabit,
    trainingPurposes: sortTrainingPurposes(input.trainingPurposes),
    rankingVisible: input.rankingVisible ?? true,
  };
  return await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    if (!(await insertUserInfo(tx, profile, now))) throw new AppError('profile_exists');
    const made = await readUserInfo(tx, sub);
    await updateProfileRankings(tx, null, made, now);
    return made;
  });
}

export async function updateUserInfo(
  db: Queryable,
  { updateProfileRankings }: Pick<ProfileParts, 'updateProfileRankings'>,
  sub: string,
  { nickname, trainingPurposes, expected = {}, ...rest }: UserInfoChanges,
  now: Date,
): Promise<StoredUserInfo> {
  rejectErrors({ nickname, ...rest }, now);
  const changes = {
    ...rest,
    nickname: nickname === undefined ? undefined : normalizeNickname(nickname),
    trainingPurposes:
      trainingPurposes === undefined ? undefined : sortTrainingPurposes(trainingPurposes),
  };
  return await db.transaction(async (tx) => {
    const before = await lockProfile(tx, sub);
    if (before === null) throw new AppError('not_found');
    if (findChangedElsewhere(before, changes, expected).length > 0) {
      throw new AppError('stale_version');
    }
    await changeUserInfo(tx, sub, changes, now);
    const changed = await readUserInfo(tx, sub);
    await updateProfileRankings(tx, before, changed, now);
    return changed;
  });
}

function rejectErrors(part: CheckedPart, now: Date): void {
  const errors = findProfileErrors(part, toGymDay(now));
  if (errors.length === 0) return;
  throw new AppError('invalid_request', {
    fields: errors.map(({ field, refusal }) => ({
      path: `/${field}`,
      in: 'body',
      message: refusal,
    })),
  });
}
