import type { OpenTime } from './gym-hours.ts';

export interface SlotTime {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Slots one after the other from opening on; a rest too short for one is left out. */
export function listSlots(open: OpenTime | null, slotMinutes: number): SlotTime[] {
  if (open === null) return [];
  const slotMs = slotMinutes * 60_000;
  const count = Math.floor((open.closesAt.getTime() - open.opensAt.getTime()) / slotMs);
  return Array.from({ length: Math.max(0, count) }, (_, n) => ({
    startsAt: new Date(open.opensAt.getTime() + n * slotMs),
    endsAt: new Date(open.opensAt.getTime() + (n + 1) * slotMs),
  }));
}
