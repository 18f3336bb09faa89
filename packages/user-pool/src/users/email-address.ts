const longest = 254;

/** What stands in the database and is compared: null when it cannot be an address. */
export function normalizeEmail(text: string): string | null {
  const email = text.toLowerCase();
  if (email.length > longest) return null;
  return /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/.test(
    email,
  )
    ? email
    : null;
}

/** As Cognito shows it: `h***@e***`. */
export function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${name.slice(0, 1)}***@${host.slice(0, 1)}***`;
}
