import { takeFirstCharacter } from '#text.ts';

/** Time for which a machine shows that a member is on the way. */
export const holdMs = 90_000;

/** Maximum length in UTF-16 code units of what a machine can show. */
const maxInitial = 8;

/**
 * Returns what the machine shows of the member: the first character of the nickname, or 会員 when
 * there is none that fits. The full name would tell others in the gym who comes.
 */
export function findHoldInitial(nickname: string): string {
  const initial = takeFirstCharacter(nickname.trim());
  return initial === '' || initial.length > maxInitial ? '会員' : initial;
}
