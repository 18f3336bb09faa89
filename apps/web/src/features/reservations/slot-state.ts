import type { ReservationSlot } from '@tanren/contract/training-reservations';

export type SlotState = 'mine' | 'offered' | 'waiting' | 'free' | 'full';

export function stateOf({ mine, myWait, remaining }: ReservationSlot): SlotState {
  if (mine) return 'mine';
  if (myWait !== null) return myWait.offeredUntil === null ? 'waiting' : 'offered';
  return remaining > 0 ? 'free' : 'full';
}

/** Few in a slot of this size: a fifth at most. */
function isFew({ remaining, capacity }: ReservationSlot): boolean {
  return remaining <= Math.max(1, Math.floor(capacity / 5)) && remaining < capacity;
}

export function describePlaces(slot: ReservationSlot): string {
  const { remaining, waiting } = slot;
  if (remaining > 0) return isFew(slot) ? `残りわずか（あと${remaining}名）` : `残り${remaining}名`;
  return waiting > 0 ? `満席・${waiting}人待ち` : '満席';
}

/** What is left of an offer, as `9:32`. A phone's clock may be wrong: never more than there can be. */
export function formatCountdown(until: string, now: number, mostMs: number): string {
  const ms = Math.min(Math.max(0, Date.parse(until) - now), mostMs);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
