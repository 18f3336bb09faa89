const gymSeconds = new Intl.DateTimeFormat('ja-JP', {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'Asia/Tokyo',
});

/** An instant of the API → `18:05:30`. */
export function formatGymSeconds(instant: string): string {
  return gymSeconds.format(new Date(instant));
}
