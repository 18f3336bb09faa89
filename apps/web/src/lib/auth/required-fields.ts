/**
 * What a flow of the user pool cannot do without. The words are those of the Amplify client, which
 * checks some of its flows itself, others not at all, and others only after a first request. Forms
 * say it in Japanese long before; whoever calls without a form learns here what is missing.
 */
class EmptyFieldError extends Error {
  override readonly name = 'EmptyFieldError';
}

/** Throws before anything is sent: `username is required to signIn`. */
export function requireFields(flow: string, fields: Readonly<Record<string, string>>): void {
  for (const [field, value] of Object.entries(fields)) {
    if (value === '') throw new EmptyFieldError(`${field} is required to ${flow}`);
  }
}
