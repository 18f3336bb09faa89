/**
 * Simulates the queue in front of the machines of one kind, from measured arrivals and bouts. People
 * take the first machine that becomes free, in the order of their arrival.
 */

/** Mean use of one kind of machine in one hour of a gym day. */
export interface HourDemand {
  /** Hours after midnight of the gym day. 25 is one o'clock in the next morning. */
  readonly hour: number;
  /** Number of bouts that begin in the hour of one day. */
  readonly bouts: number;
  readonly boutSeconds: number;
}

export interface HourQueue {
  readonly hour: number;
  readonly waitSeconds: number;
  /** One of twenty people waits at least so long. */
  readonly longWaitSeconds: number;
}

/** Time to get up, wipe the seat and sit down. */
const changeSeconds = 60;
/** Bouts are as irregular as a sum of so many exponential phases. Their deviation is half the mean. */
const phases = 4;
const longShare = 0.95;
/**
 * Number of simulated bouts. Their mean wait is within a tenth of the theory's, which is less than the
 * noise of four measured weeks.
 */
const simulatedBouts = 6000;
const minDays = 100;
const maxDays = 2000;
/** The same seed gives one machine more the same arrivals, so that the difference is exact. */
const seed = 48;

/**
 * Returns the waits in each hour. A queue lasts into the next hours and ends with the day. The result
 * for the same input is always the same.
 */
export function simulateQueue(demand: readonly HourDemand[], machines: number): HourQueue[] {
  if (machines < 1) throw new Error('a queue needs a machine');
  const hours = demand.toSorted((a, b) => a.hour - b.hour);
  const total = hours.reduce((sum, { bouts }) => sum + bouts, 0);
  const days = Math.min(Math.max(Math.ceil(simulatedBouts / total), minDays), maxDays);
  const waits = hours.map((): number[] => []);
  const random = createRandom();
  for (let day = 0; day < days; day += 1) simulateDay(hours, machines, random, waits);
  return hours.map(({ hour }, at) => ({ hour, ...summarize(waits[at] ?? []) }));
}

function simulateDay(
  hours: readonly HourDemand[],
  machines: number,
  random: () => number,
  waits: readonly number[][],
): void {
  /** Seconds after midnight at which each machine becomes free. */
  const freeAt = Array.from({ length: machines }, () => 0);
  for (const [index, { hour, bouts, boutSeconds }] of hours.entries()) {
    const endsAt = (hour + 1) * 3600;
    let at = hour * 3600 + nextGap(bouts, random);
    for (; at < endsAt; at += nextGap(bouts, random)) {
      const first = findFirst(freeAt);
      const startsAt = Math.max(at, freeAt[first] ?? 0);
      freeAt[first] = startsAt + drawBout(boutSeconds, random) + changeSeconds;
      waits[index]?.push(startsAt - at);
    }
  }
}

function nextGap(boutsPerHour: number, random: () => number): number {
  return boutsPerHour <= 0 ? Infinity : (-Math.log(1 - random()) * 3600) / boutsPerHour;
}

function drawBout(mean: number, random: () => number): number {
  let product = 1;
  for (let phase = 0; phase < phases; phase += 1) product *= 1 - random();
  return (-Math.log(product) * mean) / phases;
}

function findFirst(freeAt: readonly number[]): number {
  let first = 0;
  for (const [at, time] of freeAt.entries()) if (time < (freeAt[first] ?? 0)) first = at;
  return first;
}

function summarize(waits: readonly number[]): Omit<HourQueue, 'hour'> {
  if (waits.length === 0) return { waitSeconds: 0, longWaitSeconds: 0 };
  const sorted = waits.toSorted((a, b) => a - b);
  return {
    waitSeconds: Math.round(sorted.reduce((sum, wait) => sum + wait, 0) / sorted.length),
    longWaitSeconds: Math.round(sorted[Math.floor((sorted.length - 1) * longShare)] ?? 0),
  };
}

/** Mulberry32: small, and good enough for arrivals. */
function createRandom(): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
