import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GymWaits } from '@tanren/contract/machines/machine-waits';
import { gymDayOf } from '@tanren/domain/gyms/gym-hours';
import { addDays, toGymDay, toGymInstant, weekday } from '@tanren/domain/gyms/gym-time';
import {
  estimateWaits,
  type MeasuredUse,
  measuredDays,
  minWeekdays,
  sumUses,
  type TypeHourWait,
} from '@tanren/domain/machines/machine-waits';
import { findLongestQueues, summarizeWaits } from '@tanren/domain/machines/waits-summary';
import type { Queryable } from '#db/database.ts';
import { AppError } from '#http/app-error.ts';
import { readGymHours } from '#modules/gyms/gym-rules.service.ts';
import {
  countMachinesByType,
  listDueGyms,
  readAllBouts,
  replaceWaits,
  selectTypicalWaits,
  selectWaits,
} from './machine-waits.store.ts';
import { findGymName } from '#modules/machines/machines.store.ts';

const hourSeconds = 60 * 60;
/** Gym days have ended at this hour of the next morning, and the next ones have not begun. */
const dayEndsMs = 4 * hourSeconds * 1000;

/**
 * Measures the use of the machines in the last four weeks and simulates the waits, once for each gym
 * and day. Several nodes may run it at once.
 */
export async function updateMachineWaits(db: Queryable, now: Date): Promise<void> {
  const today = toGymDay(new Date(now.getTime() - dayEndsMs));
  for (const gymId of await listDueGyms(db, today)) await updateGym(db, gymId, today);
}

async function updateGym(db: Queryable, gymId: number, today: string): Promise<void> {
  const days = [addDays(today, -measuredDays), addDays(today, -1)] as const;
  const found = await readGymHours(db, gymId, addDays(days[0], -1), today);
  if (found === null) return;
  // The last gym day may end on the next date.
  const period = { from: toGymInstant(days[0], 0), until: toGymInstant(addDays(today, 1), 0) };
  const use = sumUses(await readAllBouts(db, gymId, period), found.hours, days);
  const waits = await simulateWeek(use, await countMachinesByType(db, gymId));
  await db.transaction(async (tx) => await replaceWaits(tx, gymId, today, waits));
}

/** Simulates each type and weekday in a turn of its own, so that requests need not wait. */
async function simulateWeek(
  { uses, days }: MeasuredUse,
  machines: ReadonlyMap<number, number>,
): Promise<TypeHourWait[]> {
  const waits: TypeHourWait[] = [];
  for (const [workoutTypeId, count] of machines) {
    for (const [at, measured] of days.entries()) {
      const own = uses.filter((use) => use.workoutTypeId === workoutTypeId && use.weekday === at);
      waits.push(...estimateWaits(own, measured, count));
      await nextTurn();
    }
  }
  return waits;
}

/** Reads the waits of a gym as staff see them. */
export async function readGymWaits(db: Queryable, gymId: number): Promise<GymWaits> {
  const gymName = await findGymName(db, gymId);
  if (gymName === null) throw new AppError('not_found');
  const rows = await selectWaits(db, gymId);
  const [first] = rows;
  const days = new Map(rows.map((row) => [row.weekday, row.days]));
  return {
    gymId,
    gymName,
    period: first
      ? { from: addDays(first.computedOn, -measuredDays), to: addDays(first.computedOn, -1) }
      : null,
    days: [...days.values()].reduce((sum, count) => sum + count, 0),
    queues: findLongestQueues(rows).map((queue) => ({
      ...queue,
      usedPercent: Math.round(
        (100 * queue.busySeconds) / (queue.days * queue.machines * hourSeconds),
      ),
    })),
    types: summarizeWaits(rows).map((type) => ({ ...type, hours: [...type.hours] })),
  };
}

/**
 * Reads the usual waits in minutes by hour and type on the weekday of a gym day, from an hour on.
 * Returns `null` if the weekday was measured too rarely. Types without a bout in an hour are left out.
 */
export async function readTypicalWaits(
  db: Queryable,
  gymId: number,
  gymDay: string,
  fromHour: number,
): Promise<Map<number, Map<number, number>> | null> {
  const rows = await selectTypicalWaits(db, gymId, weekday(gymDay), fromHour);
  if ((rows[0]?.days ?? 0) < minWeekdays) return null;
  const waits = new Map<number, Map<number, number>>();
  for (const { hour, workoutTypeId, waitSeconds } of rows) {
    const ofHour = waits.get(hour) ?? new Map<number, number>();
    waits.set(hour, ofHour.set(workoutTypeId, waitSeconds / 60));
  }
  return waits;
}

/** Reads the usual waits of a gym in minutes by type, at the present hour. Unknown waits are absent. */
export async function readPresentWaits(
  db: Queryable,
  gymId: number,
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const today = toGymDay(now);
  const found = await readGymHours(db, gymId, addDays(today, -1), today);
  if (found === null) return new Map();
  const gymDay = gymDayOf(now, found.hours);
  const midnight = toGymInstant(gymDay, 0).getTime();
  const hour = Math.floor((now.getTime() - midnight) / (hourSeconds * 1000));
  return (await readTypicalWaits(db, gymId, gymDay, hour))?.get(hour) ?? new Map();
}
