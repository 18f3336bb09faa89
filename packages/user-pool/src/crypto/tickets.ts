import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits: nothing to guess, so a plain hash is enough in the database. */
export function createTicket(): { ticket: string; hash: Buffer } {
  const ticket = randomBytes(32).toString('base64url');
  return { ticket, hash: hashTicket(ticket) };
}

export function hashTicket(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}
