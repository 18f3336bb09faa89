/** A link without a set or a rep for this long is released: somebody else waits for the machine. */
export const idleReleaseMs = 10 * 60 * 1000;

export function releasesAt(lastActiveAt: Date): Date {
  return new Date(lastActiveAt.getTime() + idleReleaseMs);
}

export function isIdle(lastActiveAt: Date, now: Date): boolean {
  return now.getTime() >= releasesAt(lastActiveAt).getTime();
}
