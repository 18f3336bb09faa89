import { isUnusuallyHeavy } from '@tanren/domain/load-safety';
import { toKilograms } from '@tanren/domain/loads';
import { AppError } from './app-error.ts';

/** A load far above the member's best is not taken without a second word. */
export function refuseHeavyLoad(loadHg: number, recentBestHg: number | null): void {
  if (recentBestHg === null || !isUnusuallyHeavy(loadHg, recentBestHg)) return;
  const heavy = { loadKg: toKilograms(loadHg), recentBest: toKilograms(recentBestHg) };
  throw new AppError('load_unusually_heavy', { heavy });
}
