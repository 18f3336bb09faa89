/** Longer ones only cost time: the whole text is hashed at every sign-in. */
export const passwordMaxLength = 256;
/** The minimum length of this product; a user pool on its own uses a lower default. */
export const passwordMinLength = 8;

export type PasswordRefusal =
  | 'too_short'
  | 'too_long'
  | 'not_half_width'
  | 'edge_space'
  | 'no_letter'
  | 'no_digit'
  | 'contains_email';

/** Shorter names occur in good passwords by accident. */
const shortestTellingName = 4;

/**
 * Returns which of the rules on length and characters the password breaks. Common passwords
 * (`common-passwords.ts`) and those made of known words (`known-words.ts`) are refused too; those
 * found in breaches only the server knows.
 */
export function refusePassword(
  password: string,
  email = '',
  minLength = passwordMinLength,
): PasswordRefusal | null {
  if (/[^ -~]/.test(password)) return 'not_half_width';
  if (password.length < minLength) return 'too_short';
  if (password.length > passwordMaxLength) return 'too_long';
  // Copying a password often picks up a blank that nobody sees.
  if (password.trim() !== password) return 'edge_space';
  if (!/[A-Za-z]/.test(password)) return 'no_letter';
  if (!/[0-9]/.test(password)) return 'no_digit';
  if (containsMailName(password, email)) return 'contains_email';
  return null;
}

/** Whether a guesser who knows the address knows a part of the password. */
export function containsMailName(password: string, email: string): boolean {
  const name = (email.split('@', 1)[0] ?? '').trim().toLowerCase();
  return name.length >= shortestTellingName && password.toLowerCase().includes(name);
}
