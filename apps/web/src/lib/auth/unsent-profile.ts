import type { UserInfo, UserInfoChanges } from '@tanren/contract/userinfo';
import { openOutbox } from '#lib/offline/outbox.ts';
import type { UnsentWrite } from '#lib/offline/outbox-rules.ts';

/** What changes of the profile wait under; the switch of the rankings stands for itself. */
export const profileTarget = 'profile';
export const rankingTarget = 'ranking-visibility';

/** As the server would answer it. */
export function applyProfileChanges(
  userInfo: UserInfo,
  { birthDate, sex, expected: _expected, ...others }: UserInfoChanges,
): UserInfo {
  const { birthDate: bornBefore, sex: sexBefore, ...kept } = userInfo;
  const born = birthDate === undefined ? bornBefore : birthDate;
  const newSex = sex === undefined ? sexBefore : sex;
  return {
    ...kept,
    ...others,
    ...(born === undefined || born === null ? {} : { birthDate: born }),
    ...(newSex === undefined || newSex === null ? {} : { sex: newSex }),
  };
}

/** What the server has, with what it does not know yet: an older answer must not undo it. */
export async function withUnsentProfile(userInfo: UserInfo): Promise<UserInfo> {
  return (await openOutbox())
    .filter(({ target, refusal }) => isOfProfile(target) && refusal === null)
    .reduce((profile, { call }) => applyProfileChanges(profile, call.body), userInfo);
}

/** What the server did not take because another device has changed the same fields; null: nothing. */
export function findProfileConflict(writes: readonly UnsentWrite[]): UserInfoChanges | null {
  const refused = writes.find(
    ({ target, refusal }) => target === profileTarget && refusal?.code === 'stale_version',
  );
  return refused?.call.body ?? null;
}

export function isOfProfile(target: string): boolean {
  return target === profileTarget || target === rankingTarget;
}
