import { errorCode } from '#error-code.ts';

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'there is no way to that host',
  ETIMEDOUT: 'it did not answer',
  '28P01': 'it refuses the user name or password',
  '28000': 'it refuses this user',
  '3D000': 'it has no database of that name',
  '53300': 'it has no connection to spare',
  '57P03': 'it is starting up or shutting down',
};

/** One line for an operator, with host and port and without the password. */
export function describeConnectionFailure(
  error: unknown,
  url: string,
  setting = 'DATABASE_URL',
): string {
  const { hostname, port } = new URL(url);
  const place = `${hostname}:${port || '5432'}`;
  const code = errorCode(error) ?? '';
  const reason = reasons[code] ?? (code || 'it did not answer');
  return `cannot use the database at ${place}: ${reason} (${setting})`;
}
