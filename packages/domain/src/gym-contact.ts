/* How members reach the people of a gym. Both are optional: an empty text is none. */

/** Keyboards have many dashes; a long vowel sign is what full-width digits are often mixed with. */
export function normalizePhone(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212\u30FC]/gu, '-')
    .trim();
}

/** Takes a normalized text. */
export function isPhone(text: string): boolean {
  return text === '' || (/^[\d+()\- ]{1,40}$/.test(text) && /\d/.test(text));
}

export function normalizeContactEmail(text: string): string {
  return text.normalize('NFKC').trim();
}

/** As long as mail allows. Nothing that means more than itself in a `mailto:` address. */
export function isContactEmail(text: string): boolean {
  return (
    text === '' ||
    (text.length <= 254 && /^[\w.!#$'*+/=^{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text))
  );
}
