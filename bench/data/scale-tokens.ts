import { createHash } from 'node:crypto';

/** Returns the id of the member with a number, the same as in the generators. */
export function nameMember(number: number): string {
  const hash = createHash('md5').update(`member ${number}`).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
