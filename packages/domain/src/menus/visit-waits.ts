import { type OpenItem, orderRun, type RunMachine } from './run-order.ts';

/** Machines of one type in the gym of a visit. */
export interface TypeMachines {
  readonly workoutTypeId: number;
  /** Number of machines that are not under inspection. */
  readonly machineCount: number;
  readonly inUse: number;
}

/** Usual waits in minutes by type, at the hours of a gym day from the present one on. */
export type HourWaits = ReadonlyMap<number, ReadonlyMap<number, number>>;

export interface VisitHours {
  /** Present hour of the gym day. */
  readonly now: number;
  /** Minutes after midnight of the gym day at which the gym closes. */
  readonly closesMinute: number;
}

export interface Visit {
  readonly items: readonly OpenItem[];
  /** Minutes of the visit without waits. */
  readonly minutes: number;
  readonly fixedOrder: boolean;
}

export interface VisitWaits {
  readonly minutesNow: number;
  /** The hour in which the visit takes least time. `null` if none saves enough. */
  readonly quieter: QuieterHour | null;
}

interface QuieterHour {
  readonly hour: number;
  readonly minutes: number;
}

/** Smaller differences between two hours are less than the error of the estimate. */
const minQuieterMinutes = 5;
/** Hours after midnight are not proposed. */
const lastHour = 23;

/**
 * Returns how long a visit takes with the waits of this moment, and in a quieter hour of the same day
 * in which it ends before the gym closes.
 */
export function estimateVisit(
  visit: Visit,
  types: readonly TypeMachines[],
  waits: HourWaits,
  { now, closesMinute }: VisitHours,
): VisitWaits {
  const present = waits.get(now) ?? new Map<number, number>();
  const minutesNow = addWaits(visit, types.map(toPresent), present);
  const later: QuieterHour[] = [];
  for (let hour = now + 1; hour <= lastHour; hour += 1) {
    const usual = waits.get(hour) ?? new Map<number, number>();
    const minutes = addUsualWaits(visit, usual);
    if (hour * 60 + minutes <= closesMinute) later.push({ hour, minutes });
  }
  const [best] = later
    .filter(({ minutes }) => minutesNow - minutes >= minQuieterMinutes)
    .toSorted((a, b) => a.minutes - b.minutes || a.hour - b.hour);
  return { minutesNow, quieter: best ?? null };
}

function addWaits(
  { items, minutes, fixedOrder }: Visit,
  machines: readonly RunMachine[],
  typicalWaits: ReadonlyMap<number, number>,
): number {
  const { order } = orderRun({ items, machines, typicalWaits, lastTypeId: null, fixedOrder });
  return Math.round(minutes + order.reduce((sum, { waitMinutes }) => sum + waitMinutes, 0));
}

/** At another hour every item has its usual wait, whatever the order. */
function addUsualWaits({ items, minutes }: Visit, usual: ReadonlyMap<number, number>): number {
  return Math.round(
    items.reduce((sum, { workoutTypeId }) => sum + (usual.get(workoutTypeId) ?? 0), minutes),
  );
}

/** One machine stands for all of its type, because only the first free one counts. */
function toPresent({ workoutTypeId, machineCount, inUse }: TypeMachines): RunMachine {
  const one = { machineId: workoutTypeId, workoutTypeId, freeInMinutes: null };
  if (machineCount === 0) return { ...one, state: 'unavailable' };
  return { ...one, state: inUse < machineCount ? 'free' : 'used' };
}
