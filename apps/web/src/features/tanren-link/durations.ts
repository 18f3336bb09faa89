/** `83000` → `1:23`. */
export function formatTimer(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** `83000` → `1分23秒`; read out, and in sentences. */
export function describeDuration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds}秒` : `${minutes}分${seconds % 60}秒`;
}

/** What is left of a rest, in ms. The machine's clock may be ahead: never more than the whole. */
export function leftOfRest(since: string, restSeconds: number, now: number): number {
  const whole = restSeconds * 1000;
  return Math.min(whole, Math.max(0, Date.parse(since) + whole - now));
}
