const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long ago a machine was heard, as people say it. */
export function describeLastSeen(lastSeenAt: string | null, now: number): string {
  if (lastSeenAt === null) return 'まだありません';
  // The server's clock may be a little ahead of the device's.
  const ago = Math.max(0, now - Date.parse(lastSeenAt));
  if (ago < minuteMs) return 'たった今';
  if (ago < hourMs) return `${Math.floor(ago / minuteMs)}分前`;
  if (ago < dayMs) return `${Math.floor(ago / hourMs)}時間前`;
  return `${Math.floor(ago / dayMs)}日前`;
}
