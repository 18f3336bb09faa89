/** Generally known words about the gym, in letters that a password can have. */
const placeWords = ['tanren', 'gym', 'jim'];
/** Minimum length of a word. Shorter words occur in good passwords by accident. */
const shortestWord = 4;
/** Minimum number of letters that a password must have beside such words. */
const lettersBeside = 4;

/** Facts about a member that an attacker tries first. */
export interface PasswordContext {
  readonly email: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/**
 * Returns the words of the place, the parts of the address, and the names that the user has
 * entered.
 */
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
 * Returns whether little is left of the password without the words that an attacker knows about
 * this member. It ignores case and digits that stand for letters (`T4nren`). A sentence that
 * contains such a word is accepted.
 */
export function isMadeOfKnownWords(password: string, about: PasswordContext): boolean {
  const words = listContextWords(about);
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

/** Replaces each look-alike by one character, so that positions in the text stay the same. */
function fold(text: string): string {
  return text.replaceAll(/[013457@$!i]/g, (letter) => lookalikes[letter] ?? letter);
}
