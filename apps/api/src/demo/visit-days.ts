import type { Random } from './random.ts';

export interface VisitHabit {
  readonly perWeek: number;
  readonly fromDaysAgo: number;
  readonly untilDaysAgo: number;
  readonly breaks: readonly { readonly fromDaysAgo: number; readonly days: number }[];
  /** Closed days of the gym. */
  readonly isOpen: (daysAgo: number) => boolean;
}

/** The days somebody came, the oldest first: on some weekdays rather than others, rarely twice in a row. */
export function chooseVisitDays(random: Random, habit: VisitHabit): number[] {
  const liking = Array.from({ length: 7 }, () => random.pick([0.3, 1, 1.7]));
  const sum = liking.reduce((total, like) => total + like, 0);
  const days: number[] = [];
  for (let daysAgo = habit.fromDaysAgo; daysAgo >= habit.untilDaysAgo; daysAgo -= 1) {
    const isAway = habit.breaks.some(
      ({ fromDaysAgo, days: length }) => daysAgo <= fromDaysAgo && daysAgo > fromDaysAgo - length,
    );
    const tired = days.at(-1) === daysAgo + 1 && habit.perWeek < 3.5 ? 0.3 : 1;
    const likely = (habit.perWeek * (liking[daysAgo % 7] ?? 1) * tired * 1.1) / sum;
    // Drawn on every day, so that a day more or less does not change the rest of the year.
    const comes = random.chance(likely);
    if (comes && !isAway && habit.isOpen(daysAgo)) days.push(daysAgo);
  }
  return days;
}
