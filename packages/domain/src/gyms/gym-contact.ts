/* Phone number and mail address of a gym. Both are optional: an empty text means none. */

/** Maximum lengths. That of the mail address is the one of the mail standard. */
export const contactLimits = { phone: 40, email: 254 } as const;

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
  if (text === '') return true;
  return text.length <= contactLimits.phone && /^[\d+()\- ]+$/.test(text) && /\d/.test(text);
}

export function normalizeContactEmail(text: string): string {
  return text.normalize('NFKC').trim();
}

/**
 * Returns whether a normalized text is a mail address or empty. Characters with a special meaning
 * in a `mailto:` URL are not allowed.
 */
export function isContactEmail(text: string): boolean {
  return (
    text === '' ||
    (text.length <= contactLimits.email &&
      /^[\w.!#$'*+/=^{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text))
  );
}
