import type { BusinessHours } from '@tanren/contract/gyms/gyms';

export interface OpeningState {
  readonly isOpen: boolean;
  /** When that changes, as far as today tells; null: not today. */
  readonly changesAt: string | null;
  /** Of the day that is shown: after midnight a long day goes on until it closes. */
  readonly hours: BusinessHours;
}

/** A day may last past midnight, so the day before counts until it is over. */
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
