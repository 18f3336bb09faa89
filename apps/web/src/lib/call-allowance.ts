/*
 * The server limits the calls of a member per minute, and each answer says how many are left.
 * Prefetching happens only while most of them are left, so that it never uses up calls that the
 * open page needs.
 */

const minShareForPrefetch = 0.5;

let shareLeft = 1;

export function readAllowance(headers: Headers): void {
  const limit = Number(headers.get('x-ratelimit-limit'));
  if (limit > 0) shareLeft = Number(headers.get('x-ratelimit-remaining')) / limit;
}

export function mayPrefetch(): boolean {
  return shareLeft > minShareForPrefetch;
}
