/** Everybody sees the gym's dates, wherever their phone thinks it is. */
const gymDate = new Intl.DateTimeFormat('ja-JP', {
  year: 'numeric',
  month: 'long',
  day: '2-digit',
  weekday: 'short',
  timeZone: 'Asia/Tokyo',
});

/** `2024-12-03` → `2024年12月03日(火)`. */
export function formatGymDate(date: string): string {
  return gymDate.format(new Date(`${date}T00:00:00+09:00`));
}
