import { toGymDay } from '@tanren/domain/gym-time';

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

const shortGymDate = new Intl.DateTimeFormat('ja-JP', {
  month: 'long',
  day: 'numeric',
  weekday: 'short',
  timeZone: 'Asia/Tokyo',
});

/** `2024-12-03` → `12月3日(火)`. */
export function formatShortGymDate(date: string): string {
  return shortGymDate.format(new Date(`${date}T00:00:00+09:00`));
}

const gymClock = new Intl.DateTimeFormat('ja-JP', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Tokyo',
});

/** An instant of the API → `18:05`. */
export function formatGymClock(instant: string): string {
  return gymClock.format(new Date(instant));
}

/** The gym's date at an instant of the API. */
export function gymDayOf(instant: string): string {
  return toGymDay(new Date(instant));
}

/** An instant of the API → `2024年12月03日(火) 18:05`, for lists that reach back for years. */
export function formatMoment(instant: string): string {
  return `${formatGymDate(gymDayOf(instant))} ${formatGymClock(instant)}`;
}

/** `12月3日(火) 18:05`, for what is a few weeks old at most. */
export function formatRecentMoment(instant: string): string {
  return `${formatShortGymDate(gymDayOf(instant))} ${formatGymClock(instant)}`;
}

interface SlotTimes {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** On the clock of a gym day: `19:00〜20:00`, `23:30〜翌0:30`, `翌1:00〜2:00`. */
export function formatSlotTime({ startsAt, endsAt }: SlotTimes, gymDay: string): string {
  const startsNextDay = gymDayOf(startsAt) > gymDay;
  const endsNextDay = !startsNextDay && gymDayOf(endsAt) > gymDay;
  const starts = `${startsNextDay ? '翌' : ''}${formatGymClock(startsAt)}`;
  return `${starts}〜${endsNextDay ? '翌' : ''}${formatGymClock(endsAt)}`;
}
