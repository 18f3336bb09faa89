/** What everybody knows of the place, in letters that a password can have. */
const placeWords = ['tanren', 'gym', 'jim'];
/** Shorter ones occur in good passwords by accident. */
const shortestWord = 4;
/** Letters that a password must have beside such words. */
const lettersBeside = 4;

/** Places, people and products: what a guesser tries first for this member of this gym. */
export interface PasswordContext {
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
 * Returns whether little is left of the password without the words that a guesser knows of this
 * member, capitals and digits for letters (`T4nren`) aside. A sentence that contains one is fine.
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

/** One character for each, so that places stay the same. */
function fold(text: string): string {
  return text.replaceAll(/[013457@$!i]/g, (letter) => lookalikes[letter] ?? letter);
}
