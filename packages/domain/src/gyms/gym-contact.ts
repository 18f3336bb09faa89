/* Phone number and mail address of a gym. Both are optional: an empty text means none. */

/**
 * Replaces the many kinds of dashes by a hyphen. The long vowel sign is often typed between
 * full-width digits.
 */
export function normalizePhone(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212\u30FC]/gu, '-')
    .trim();
}

/** Returns whether a normalized text is a phone number or empty. */
export function isPhone(text: string): boolean {
  return text === '' || (/^[\d+()\- ]{1,40}$/.test(text) && /\d/.test(text));
}

export function normalizeContactEmail(text: string): string {
  return text.normalize('NFKC').trim();
}

/**
 * Returns whether the text is a mail address or empty. The length is that of the mail standard.
 * Characters with a special meaning in a `mailto:` URL are not allowed.
 */
export function isContactEmail(text: string): boolean {
  return (
    text === '' ||
    (text.length <= 254 && /^[\w.!#$'*+/=^{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text))
  );
}
