import { addDays, weekStart } from '@tanren/domain/training-weeks';

/** Whether a gym had open on a day, counted back from today. */
export type IsOpen = (gymId: number, daysAgo: number) => boolean;

/** The second gym rests on Tuesdays. */
export function createIsOpen(today: string): IsOpen {
  return (gymId, daysAgo) => {
    const day = addDays(today, -daysAgo);
    return gymId !== 2 || day !== addDays(weekStart(day), 1);
  };
}
