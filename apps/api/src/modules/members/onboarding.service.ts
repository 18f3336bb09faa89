import { isProfileCompleted } from '@tanren/domain/members/profile';
import { findMissingStep, type MissingStep } from '@tanren/domain/identity/route-access';
import type { Database } from '#db/database.ts';
import { findUserInfo } from './userinfo.store.ts';

/**
 * Progress of members. With a complete profile and an agreement to the current terms they can use
 * everything.
 */
export interface Onboarding {
  /** Returns the first missing step, or `null` if the member has completed all of them. */
  findMissingStep(sub: string): Promise<MissingStep | null>;
  /** Removes a member from the cache after the member's data was erased. */
  clear(sub: string): void;
}

/**
 * Milliseconds for which a result is cached. Another process may admit a member for that long after
 * their data was erased here.
 */
const cacheMs = 60_000;
const maxRemembered = 10_000;

/**
 * Creates the check. It is one read by two primary keys, and none for a member who was admitted
 * within the last minute: a profile never becomes incomplete and an agreement is never withdrawn,
 * only erased. Missing steps are not cached, so that each step counts at once.
 */
export function createOnboarding(db: Database, now: () => Date): Onboarding {
  const letInUntil = new Map<string, number>();
  return {
    async findMissingStep(sub) {
      const time = now().getTime();
      if ((letInUntil.get(sub) ?? 0) > time) return null;
      const missing = findMissingStep(await readProgress(db, sub));
      // The entry is deleted first, because a map keeps the order of insertion and the oldest entry
      // is evicted.
      letInUntil.delete(sub);
      if (missing !== null) return missing;
      letInUntil.set(sub, time + cacheMs);
      if (letInUntil.size > maxRemembered) {
        const [oldest = ''] = letInUntil.keys();
        letInUntil.delete(oldest);
      }
      return null;
    },
    clear: (sub) => void letInUntil.delete(sub),
  };
}

async function readProgress(db: Database, sub: string) {
  const found = await findUserInfo(db, sub);
  if (found === null) return null;
  return {
    isProfileCompleted: isProfileCompleted(found),
    agreedTermsAndConditionsVersion: found.agreedVersion,
  };
}
