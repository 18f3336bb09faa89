import { type PasswordRefusal, refusePassword } from '@tanren/domain/password';
import { PoolError } from '#pool-error.ts';
import { isBreachedPassword } from './breached-passwords.ts';
import { isCommonPassword } from './common-passwords.ts';

/** What everybody knows of the place, in letters that a password can have. */
const placeWords = ['tanren', 'gym', 'jim'];
/** Shorter ones occur in good passwords by accident. */
const shortestWord = 4;
/** Letters that a password must have beside such words. */
const lettersBeside = 4;

/** Places, people and products: what a guesser tries first for this member of this gym. */
interface PasswordContext {
  readonly email: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Beside those of the place, the parts of an address and of the names that a user has given. */
function listContextWords({ email, attributes = {} }: PasswordContext): string[] {
  const [name = '', host = ''] = email.split('@');
  const named = ['name', 'nickname', 'given_name', 'family_name'].map(
    (key) => attributes[key] ?? '',
  );
  const own = [name, host.split('.', 1)[0] ?? '', ...named].flatMap((text) =>
    text.toLowerCase().split(/[^a-z0-9]+/),
  );
  return [...placeWords, ...own.filter((word) => word.length >= shortestWord)];
}

/**
 * Whether little is left of the password without these words, capitals and digits for letters
 * (`T4nren`) aside. A sentence that contains one is fine.
 */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const text = password.toLowerCase();
  const folded = fold(text);
  const rest = Array.from(text, (letter) => letter);
  let found = false;
  for (const word of words) {
    for (const [searched, sought] of [[text, word] as const, [folded, fold(word)] as const]) {
      for (let at = searched.indexOf(sought); at !== -1; at = searched.indexOf(sought, at + 1)) {
        rest.fill(' ', at, at + sought.length);
        found = true;
      }
    }
  }
  return found && rest.filter((letter) => /[a-z]/.test(letter)).length < lettersBeside;
}

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'l',
  i: 'l',
};

/** One character for each, so that places stay the same. */
function fold(text: string): string {
  return text.replaceAll(/[013457@$!i]/g, (letter) => lookalikes[letter] ?? letter);
}

const reasons: Readonly<Record<PasswordRefusal, string>> = {
  too_short: 'Password not long enough',
  too_long: 'Password too long',
  not_half_width: 'Password must have half-width characters only',
  edge_space: 'Password must not start or end with a space',
  no_letter: 'Password must have letters',
  no_digit: 'Password must have numeric characters',
  contains_email: 'Password must not contain the email address',
};

/** Throws unless the password may become this user's. */
export function acceptPassword(
  { passwordMinimumLength }: { readonly passwordMinimumLength: number },
  password: string,
  about: PasswordContext,
): void {
  const refusal = refusePassword(password, about.email, passwordMinimumLength);
  if (refusal !== null) throw refuse(reasons[refusal]);
  if (isCommonPassword(password) || isBreachedPassword(password)) {
    throw refuse('Password is too common');
  }
  if (isMadeOf(password, listContextWords(about))) {
    throw refuse('Password is too easy to guess');
  }
}

function refuse(reason: string): PoolError {
  return new PoolError(
    'InvalidPasswordException',
    `Password did not conform with policy: ${reason}`,
  );
}
