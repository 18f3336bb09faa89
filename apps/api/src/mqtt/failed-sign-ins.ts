/**
 * Counts failures for a minute, by address and name: secrets here are beyond guessing, this
 * keeps whoever tries from costing the database more than a little. Not by address alone: a
 * whole gym comes from one, and one rogue there must not keep its machines out.
 */
export interface FailedSignIns {
  isBlocked(address: string, username: string, now: Date): boolean;
  add(address: string, username: string, now: Date): void;
}

const windowMs = 60_000;
const limit = 20;
const largestSize = 20_000;

export function createFailedSignIns(): FailedSignIns {
  const counts = new Map<string, { count: number; until: number }>();
  const keyOf = (address: string, username: string) => `${address} ${username}`;

  const findCurrent = (key: string, now: Date) => {
    const entry = counts.get(key);
    return entry !== undefined && entry.until > now.getTime() ? entry : null;
  };
  // Entries stand in the order in which they end.
  const forget = (now: Date) => {
    for (const [oldest, { until }] of counts) {
      if (until > now.getTime() && counts.size <= largestSize) return;
      counts.delete(oldest);
    }
  };
  return {
    isBlocked: (address, username, now) =>
      (findCurrent(keyOf(address, username), now)?.count ?? 0) >= limit,
    add(address, username, now) {
      const key = keyOf(address, username);
      const entry = findCurrent(key, now);
      if (entry !== null) {
        entry.count += 1;
        return;
      }
      counts.delete(key);
      counts.set(key, { count: 1, until: now.getTime() + windowMs });
      forget(now);
    },
  };
}
