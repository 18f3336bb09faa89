/** Mails take a while; and the user pool takes only a few requests in a quarter of an hour. */
const waitSeconds = 30;

/** Never more than the whole wait: the clock of the device may have been set back. */
export function secondsToWait(sentAt: number | null, now: number): number {
  if (sentAt === null) return 0;
  const left = Math.ceil((sentAt + waitSeconds * 1000 - now) / 1000);
  return Math.min(waitSeconds, Math.max(0, left));
}
