const tokyoOffset = '+09:00';

/**
 * The instant at so many minutes after midnight of a gym day, on the gym's own clock.
 * Minutes may pass 24:00: 1500 is one o'clock of the next morning.
 */
export function toGymInstant(gymDay: string, minutes: number): Date {
  const midnight = Date.parse(`${gymDay}T00:00:00${tokyoOffset}`);
  return new Date(midnight + minutes * 60_000);
}

/** `YYYY-MM-DD` of a day that exists; null for February 30th and the like. */
export function readGymDay(year: number, month: number, day: number): string | null {
  const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return isGymDay(text) ? text : null;
}

export function isGymDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().slice(0, 10) === text;
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
