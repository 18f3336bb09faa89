import { addDays, weekday } from '@tanren/domain/gym-time';
import { findDemoGym } from './demo-gyms.ts';

/** Whether a gym had open on a day, counted back from today. */
export type IsOpen = (gymId: number, daysAgo: number) => boolean;

export function createIsOpen(today: string): IsOpen {
  return (gymId, daysAgo) => weekday(addDays(today, -daysAgo)) !== findDemoGym(gymId).closedOn;
}
