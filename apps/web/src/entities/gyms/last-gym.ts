import { deviceStorage } from '#lib/browser-storage.ts';

const lastGymKey = 'tanren:reservation-gym';

/**
 * Returns the gym that was last chosen on this phone, or `null` when there is none or storage is
 * forbidden.
 */
export function readLastGym(): number | null {
  return Number(deviceStorage.read(lastGymKey)) || null;
}

export function saveLastGym(gymId: number): void {
  deviceStorage.save(lastGymKey, String(gymId));
}
