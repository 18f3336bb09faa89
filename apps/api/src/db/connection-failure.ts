import { errorCode } from '#http/error-code.ts';
import { describeAddress } from './database.ts';
import { findPostgresRejection, quotePostgres } from './postgres-failure.ts';

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'there is no way to that host',
  ETIMEDOUT: 'it did not answer',
  '25006': 'it takes no writes, as a standby does',
  '28P01': 'it refuses the user name or password',
  '28000': 'it refuses this user',
  '3D000': 'it has no database of that name, create it first (create database … owner …)',
  '42501': 'this role may not connect, grant connect on the database to it',
  '53300': 'it has no connection to spare',
  '57P03': 'it is starting up or shutting down',
};

const untrusted =
  'nobody whom this machine trusts has signed its certificate: add sslrootcert=<file of the CA> to the URL';

/** Reasons by the error codes of OpenSSL. */
const certificateReasons: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it there',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another name: use the name that stands in it in the URL',
};

/**
 * Describes a failed connection for an operator: host and port without the password, the cause and
 * the setting to change, then PostgreSQL's own message on a second line.
 */
export function describeConnectionFailure(
  error: unknown,
  url: string,
  setting = 'DATABASE_URL',
): string {
  const code = errorCode(error) ?? '';
  const message = error instanceof Error ? error.message : '';
  const reason =
    findFileReason(error) ??
    findTlsReason(code, message) ??
    certificateReasons[code] ??
    reasons[code] ??
    (code || 'it did not answer');
  const line = `cannot use the database at ${describeAddress(url)}: ${reason} (${setting})`;
  const rejection = findPostgresRejection(error);
  return rejection === null ? line : `${line}\n${quotePostgres(rejection)}`;
}

/**
 * Finds out whether a file is missing. The files named by sslrootcert, sslcert and sslkey are read
 * before the connection is opened.
 */
function findFileReason(error: unknown): string | null {
  if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EACCES') return null;
  if (error instanceof Error && 'syscall' in error && error.syscall === 'open') {
    return `a file that the URL names cannot be read, ${'path' in error ? String(error.path) : ''}`;
  }
  return errorCode(error) === 'ENOENT' ? 'there is no socket' : null;
}

/** Finds out whether one side requires TLS that the other side does not offer. */
function findTlsReason(code: string, message: string): string | null {
  if (message === 'The server does not support SSL connections') {
    return 'it offers no TLS, which the URL asks for: switch it on there (ssl = on), or set sslmode=disable where the network between is private';
  }
  if (code !== '28000') return null;
  if (/no encryption|SSL off|SSL connection is required/i.test(message)) {
    return 'it has no line in pg_hba.conf for this user without TLS: add sslmode=verify-full to the URL if the server wants TLS, else a line there';
  }
  if (/SSL encryption|SSL on/i.test(message)) {
    return 'it has no line in pg_hba.conf for this user with TLS: add a hostssl line there, or set sslmode=disable where the network between is private';
  }
  return null;
}
