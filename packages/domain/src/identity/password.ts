/**
 * Maximum length. A longer password only costs time, because every sign-in hashes the whole text.
 */
export const passwordMaxLength = 256;
/** The minimum length of this product; a user pool on its own uses a lower default. */
export const passwordMinLength = 8;

export type PasswordError =
  | 'too_short'
  | 'too_long'
  | 'not_half_width'
  | 'edge_space'
  | 'no_letter'
  | 'no_digit'
  | 'contains_email';

/** Minimum length of a name. Shorter names occur in good passwords by accident. */
const minNameLength = 4;

/**
 * Returns which rule on length and characters the password breaks. `common-passwords.ts` and
 * `known-words.ts` reject further passwords. Only the server knows those found in breaches.
 */
export function validatePassword(
  password: string,
  email = '',
  minLength = passwordMinLength,
): PasswordError | null {
  if (/[^ -~]/.test(password)) return 'not_half_width';
  if (password.length < minLength) return 'too_short';
  if (password.length > passwordMaxLength) return 'too_long';
  // Copying a password often adds a space that is not visible.
  if (password.trim() !== password) return 'edge_space';
  if (!/[A-Za-z]/.test(password)) return 'no_letter';
  if (!/[0-9]/.test(password)) return 'no_digit';
  if (containsMailName(password, email)) return 'contains_email';
  return null;
}

/** Returns whether the password contains the name in the address, which an attacker may know. */
export function containsMailName(password: string, email: string): boolean {
  const name = (email.split('@', 1)[0] ?? '').trim().toLowerCase();
  return name.length >= minNameLength && password.toLowerCase().includes(name);
}
