import { doorStepSeconds } from '@tanren/domain/door';
import { toBase32 } from '@tanren/user-pool/totp/totp';
import { renderUnicodeCompact } from 'uqr';
import type { FoundDoor } from './find-door.ts';

/** What the lock is given: it then knows the same codes as members see. */
export function describeDoor({ id, name, secret: bytes, renewed }: FoundDoor): string {
  const secret = toBase32(bytes);
  const address = describeOtpAuth(name, secret);
  return `
  gym      ${id} ${name}
  secret   ${secret}
  codes    6 digits, HMAC-SHA-1, every ${doorStepSeconds} seconds (RFC 6238)
  address  ${address}

  Whoever knows it can open the door at any time. Write it into the lock and nowhere else.
  The lock takes the present code and the one before.
${renewed ? '  It is a new one: until the lock has it, no code of the app opens the door.\n' : ''}
${renderUnicodeCompact(address, { border: 1 }).replaceAll(/^/gm, '  ')}
`;
}

function describeOtpAuth(name: string, secret: string): string {
  const label = encodeURIComponent(`TANREN:${name}`);
  const query = new URLSearchParams({
    secret,
    issuer: 'TANREN',
    algorithm: 'SHA1',
    digits: '6',
    period: String(doorStepSeconds),
  });
  return `otpauth://totp/${label}?${query.toString()}`;
}
