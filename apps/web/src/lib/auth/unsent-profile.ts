import type { UserInfo, UserInfoChanges } from '@tanren/contract/members/userinfo';
import { openOutbox } from '#lib/offline/outbox.ts';
import type { UnsentWrite } from '#lib/offline/outbox-rules.ts';
import type { WriteTarget } from '#lib/offline/queued-write.ts';

/** Targets of profile changes in the outbox. The ranking switch has its own. */
export const profileTarget = 'profile' satisfies WriteTarget;
export const rankingTarget = 'ranking-visibility' satisfies WriteTarget;

/** Changes to a profile, or former values of it. */
type AppliedChanges = NonNullable<UserInfoChanges['expected']> & Pick<UserInfoChanges, 'expected'>;

/** Returns the profile as the server would answer after the changes. */
export function applyProfileChanges(
  userInfo: UserInfo,
  { birthDate, sex, expected: _expected, ...others }: AppliedChanges,
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

/**
 * Returns the profile of the server with the unsent changes applied, so that an older answer does
 * not undo them.
 */
export async function withUnsentProfile(userInfo: UserInfo): Promise<UserInfo> {
  return (await openOutbox())
    .filter(({ target, refusal }) => isOfProfile(target) && refusal === null)
    .reduce((profile, { call }) => applyProfileChanges(profile, call.body), userInfo);
}

/**
 * Returns the changes that the server rejected because another device has changed the same fields,
 * or `null` if there are none.
 */
export function findProfileConflict(writes: readonly UnsentWrite[]): UserInfoChanges | null {
  const rejected = writes.find(
    ({ target, refusal }) => target === profileTarget && refusal?.code === 'stale_version',
  );
  return rejected?.call.body ?? null;
}

export function isOfProfile(target: string): boolean {
  return target === profileTarget || target === rankingTarget;
}
