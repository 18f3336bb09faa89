import type { NewUserInfo, UserInfoChanges } from '@tanren/contract/userinfo';
import { toGymDay } from '@tanren/domain/gym-day';
import { normalizeNickname } from '@tanren/domain/nickname';
import { type CheckedPart, findProfileMistakes } from '@tanren/domain/profile';
import { sortTrainingPurposes } from '@tanren/domain/profile-choices';
import { AppError } from '#app-error.ts';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database, Queryable } from '#db/database.ts';
import {
  changeUserInfo,
  findUserInfo,
  insertUserInfo,
  type StoredUserInfo,
} from './userinfo.store.ts';

export async function readUserInfo(db: Queryable, sub: string): Promise<StoredUserInfo> {
  const found = await findUserInfo(db, sub);
  if (found === null) throw new AppError('not_found');
  return found;
}

export async function createUserInfo(
  db: Database,
  holdAccount: HoldAccount,
  sub: string,
  input: NewUserInfo,
  now: Date,
): Promise<StoredUserInfo> {
  refuseMistakes(input, now);
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
    await holdAccount(tx, sub);
    if (!(await insertUserInfo(tx, profile, now))) throw new AppError('profile_exists');
    return await readUserInfo(tx, sub);
  });
}

export async function updateUserInfo(
  db: Database,
  sub: string,
  { nickname, trainingPurposes, ...rest }: UserInfoChanges,
  now: Date,
): Promise<StoredUserInfo> {
  refuseMistakes({ nickname, ...rest }, now);
  const changes = {
    ...rest,
    nickname: nickname === undefined ? undefined : normalizeNickname(nickname),
    trainingPurposes:
      trainingPurposes === undefined ? undefined : sortTrainingPurposes(trainingPurposes),
  };
  return await db.transaction(async (tx) => {
    if (!(await changeUserInfo(tx, sub, changes, now))) throw new AppError('not_found');
    return await readUserInfo(tx, sub);
  });
}

function refuseMistakes(part: CheckedPart, now: Date): void {
  const mistakes = findProfileMistakes(part, toGymDay(now));
  if (mistakes.length === 0) return;
  throw new AppError('invalid_request', {
    fields: mistakes.map(({ field, refusal }) => ({
      path: `/${field}`,
      in: 'body',
      message: refusal,
    })),
  });
}
