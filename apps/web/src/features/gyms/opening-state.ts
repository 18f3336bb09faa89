import type { BusinessHours } from '@tanren/contract/gyms/gyms';

export interface OpeningState {
  readonly isOpen: boolean;
  /** Time at which `isOpen` changes. `null` if it does not change today. */
  readonly changesAt: string | null;
  /** Hours of the displayed day. A day that lasts past midnight is shown until it closes. */
  readonly hours: BusinessHours;
}

/**
 * Returns whether the gym is open. A day may last past midnight, so yesterday counts until it
 * closes.
 */
export function findOpeningState(
  yesterday: BusinessHours,
  today: BusinessHours,
  now: number,
): OpeningState {
  const running = [yesterday, today].find((hours) => isOpenAt(hours, now));
  if (running) return { isOpen: true, changesAt: running.closes, hours: running };
  const opensLater = today.opens !== null && now < Date.parse(today.opens);
  return { isOpen: false, changesAt: opensLater ? today.opens : null, hours: today };
}

function isOpenAt({ opens, closes }: BusinessHours, now: number): boolean {
  return opens !== null && closes !== null && Date.parse(opens) <= now && now < Date.parse(closes);
}
