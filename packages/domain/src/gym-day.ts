/** Japan has kept one offset, without summer time, since 1952. */
const tokyoOffsetMs = 9 * 60 * 60 * 1000;

/** The date on the gym's wall clock (Asia/Tokyo) at an instant, as `YYYY-MM-DD`. */
export function toGymDay(instant: Date): string {
  return new Date(instant.getTime() + tokyoOffsetMs).toISOString().slice(0, 10);
}

/** The same with the time, as spreadsheets read it: `YYYY-MM-DD HH:mm:ss`. */
export function toGymTime(instant: Date): string {
  const local = new Date(instant.getTime() + tokyoOffsetMs).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`;
}
