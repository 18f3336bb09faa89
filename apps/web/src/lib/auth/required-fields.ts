/**
 * A required field of a user pool call is empty. The messages match those of the Amplify client,
 * which checks some calls itself, some never and some only after a first request. Forms report it
 * in Japanese earlier; this error is for callers without a form.
 */
class EmptyFieldError extends Error {
  override readonly name = 'EmptyFieldError';
}

/** Throws before anything is sent if a field is empty: `username is required to signIn`. */
export function requireFields(flow: string, fields: Readonly<Record<string, string>>): void {
  for (const [field, value] of Object.entries(fields)) {
    if (value === '') throw new EmptyFieldError(`${field} is required to ${flow}`);
  }
}
