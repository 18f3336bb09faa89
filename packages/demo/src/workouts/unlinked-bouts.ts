import { addDays, toGymDay, toGymInstant, weekday } from '@tanren/domain/gyms/gym-time';
import { type DemoGym, demoGyms, demoMachines, type IsOpen } from '#gyms/demo-gyms.ts';
import { createRandom, type Random } from '#random.ts';
import type { MachineHours } from './train-year.ts';

/** A bout of a person without the app. Its reps are no longer stored. */
export interface UnlinkedBout {
  readonly workoutUuid: string;
  readonly machineId: number;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/** Days before today with such bouts. The program keeps them for a month. */
const pastDays = 29;
const minuteMs = 60_000;
/** People come back later rather than wait longer. */
const maxWaitMs = 15 * minuteMs;

/** Bouts on a popular machine by hour, from 6 o'clock on. Office workers come before and after work. */
const weekdayBouts = [2.5, 4, 2, 1, 1, 1.5, 3.5, 2.5, 1, 1, 1.5, 3, 5, 6, 5, 3, 1.5, 0.5];
const weekendBouts = [1, 2, 3, 4.5, 5, 4.5, 3, 3.5, 4, 4, 3.5, 2.5, 2, 1.5, 1, 0.5, 0.5, 0];
const firstHour = 6;

/** How often types are used, where the leg press is 1. */
const popularity = new Map([
  [1, 0.95],
  [2, 0.6],
  [3, 0.55],
  [4, 0.85],
  [5, 0.6],
  [8, 0.7],
  [11, 1],
  [12, 0.6],
  [13, 0.5],
]);
const usualPopularity = 0.3;

/** Returns the bouts of people without the app, on machines that no member uses at that time. */
export function makeUnlinkedBouts(
  midnight: Date,
  hours: MachineHours,
  isOpen: IsOpen,
): UnlinkedBout[] {
  const today = toGymDay(midnight);
  const random = createRandom(48);
  const bouts: UnlinkedBout[] = [];
  for (const gym of demoGyms) {
    for (let daysAgo = pastDays; daysAgo >= 1; daysAgo -= 1) {
      if (isOpen(gym.id, daysAgo)) bouts.push(...makeDay(gym, addDays(today, -daysAgo)));
    }
  }
  return bouts;

  function makeDay(gym: DemoGym, gymDay: string): UnlinkedBout[] {
    const isWeekend = weekday(gymDay) % 6 === 0;
    const closesAt = toGymInstant(gymDay, gym.hours.closesMinute).getTime();
    const made: UnlinkedBout[] = [];
    for (const { id, workoutTypeId } of demoMachines.filter(({ gymId }) => gymId === gym.id)) {
      const liked = popularity.get(workoutTypeId) ?? usualPopularity;
      const ofHours = isWeekend ? weekendBouts : weekdayBouts;
      for (const [at, usual] of ofHours.entries()) {
        const hour = firstHour + at;
        if (hour * 60 < gym.hours.opensMinute) continue;
        // The larger gym has twelve people at once.
        for (
          let left = drawCount(random, (usual * liked * gym.capacity) / 12);
          left > 0;
          left -= 1
        ) {
          const comesMs = toGymInstant(gymDay, hour * 60).getTime() + random.next() * 60 * minuteMs;
          const lastsMs = Math.max(2, random.around(5, 1.5)) * minuteMs;
          const startMs = hours.findFree(id, comesMs, lastsMs);
          if (startMs - comesMs > maxWaitMs || startMs + lastsMs > closesAt) continue;
          hours.occupy(id, startMs, lastsMs);
          const [startedAt, endedAt] = [new Date(startMs), new Date(startMs + lastsMs)];
          made.push({ workoutUuid: random.uuid(), machineId: id, startedAt, endedAt });
        }
      }
    }
    return made;
  }
}

/** Returns a whole number with this mean, by Knuth's method for a Poisson distribution. */
function drawCount(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.next(); product > limit; product *= random.next()) count += 1;
  return count;
}
