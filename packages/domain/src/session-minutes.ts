import type { SessionItem } from './session-items.ts';

/** A rep of 2 s up and 2 s down, as machines are explained to beginners. */
const repSeconds = 4;
/** To walk to the machine, set the seat and link it. */
const changeSeconds = 90;

type Timed = Pick<SessionItem, 'sets' | 'reps' | 'restSeconds'>;

/** About how long a session takes, in whole minutes. */
export function estimateSessionMinutes(items: readonly Timed[]): number {
  const seconds = items.reduce((sum, item) => sum + changeSeconds + itemSeconds(item), 0);
  return Math.ceil(seconds / 60);
}

function itemSeconds({ sets, reps, restSeconds }: Timed): number {
  return sets * reps * repSeconds + (sets - 1) * restSeconds;
}
