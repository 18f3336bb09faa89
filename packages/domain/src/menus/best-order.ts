import { sharesMainMuscle } from '#workouts/equal-types.ts';

/** One item of a run, as far as its time counts. */
export interface Stop {
  readonly workoutTypeId: number;
  readonly minutes: number;
  /** Minutes from now until a machine is free. 0 when one is free. */
  readonly freeInMinutes: number;
  /** Usual wait for a machine of the type. */
  readonly usualWait: number;
}

export interface Start {
  /** Minutes from now until the member can go to the first item. */
  readonly clock: number;
  /** Type that the member trains now or trained last. */
  readonly lastTypeId: number | null;
}

/** Maximum number of items of which all orders are compared. */
const maxCompared = 12;
/** Minutes that it must save to leave the menu's order once, so that the order does not jump. */
const jumpMinutes = 1;
/** Minutes that it must save to use a main muscle twice in a row. */
const muscleMinutes = 2;
/** Minutes that it must save to go to a used machine, because others may wait there already. */
const usedMinutes = 2;

/**
 * Returns the expected wait at a stop. Only a machine that is free now and comes next has none. At
 * all others somebody may wait already or come first, so the usual wait is added.
 */
export function findWait(
  { freeInMinutes, usualWait }: Pick<Stop, 'freeInMinutes' | 'usualWait'>,
  clock: number,
  isNext: boolean,
): number {
  return Math.max(freeInMinutes - clock, 0) + (isNext && freeInMinutes <= clock ? 0 : usualWait);
}

/** A way through some of the stops. */
interface Path {
  readonly clock: number;
  /** Minutes for jumps and for muscles without a rest. They only compare orders. */
  readonly penalty: number;
  /** Index of the last stop. -1 before the first one. */
  readonly last: number;
}

type ExtendPath = (path: Path, next: number, isJump: boolean) => Path;

function createExtendPath(stops: readonly Stop[], { lastTypeId }: Start): ExtendPath {
  const listRepeats = (type: number | null) =>
    stops.map((stop) => type !== null && sharesMainMuscle(type, stop.workoutTypeId));
  const atFirst = listRepeats(lastTypeId);
  const later = stops.map(({ workoutTypeId }) => listRepeats(workoutTypeId));
  return ({ clock, penalty, last }, next, isJump) => {
    const stop = stops[next] ?? { minutes: 0, freeInMinutes: 0, usualWait: 0 };
    const wait = findWait(stop, clock, last === -1);
    const isUsed = last === -1 && stop.freeInMinutes > clock;
    const repeatsMuscle = (later[last] ?? atFirst)[next] === true;
    return {
      clock: clock + wait + stop.minutes,
      penalty:
        penalty +
        (isJump ? jumpMinutes : 0) +
        (isUsed ? usedMinutes : 0) +
        (repeatsMuscle ? muscleMinutes : 0),
      last: next,
    };
  };
}

/** Returns the minutes of an order with the penalties. `order` has indexes of the stops. */
export function costOrder(stops: readonly Stop[], start: Start, order: readonly number[]): number {
  const extendPath = createExtendPath(stops, start);
  const left = new Set(stops.keys());
  let path: Path = { clock: start.clock, penalty: 0, last: -1 };
  for (const index of order) {
    const [earliest] = left;
    path = extendPath(path, index, index !== earliest);
    left.delete(index);
  }
  return path.clock + path.penalty;
}

/**
 * Returns the order of least cost as indexes of the stops. Up to 12 stops are compared in all orders.
 * With more, the stop with the least wait and penalty comes next until 12 are left. An order that is
 * no better than the menu's is not returned.
 */
export function findBestOrder(stops: readonly Stop[], start: Start): number[] {
  const extendPath = createExtendPath(stops, start);
  const menuOrder = [...stops.keys()];
  const chosen: number[] = [];
  let left = menuOrder;
  let path: Path = { clock: start.clock, penalty: 0, last: -1 };
  while (left.length > maxCompared) {
    const paths = left.map((index, at) => extendPath(path, index, at > 0));
    const costs = paths.map((one) => one.clock + one.penalty - (stops[one.last]?.minutes ?? 0));
    path = paths[costs.indexOf(Math.min(...costs))] ?? path;
    chosen.push(path.last);
    left = left.filter((index) => index !== path.last);
  }
  const order = [...chosen, ...compareOrders(left, path, extendPath)];
  return costOrder(stops, start, order) < costOrder(stops, start, menuOrder) ? order : menuOrder;
}

/**
 * Compares all orders of the stops that are left (Held and Karp 1962). Of all paths through the same
 * stops to the same last one, only the cheapest counts. That misses the best order only if a machine
 * is still used by the same people at a later item, because that wait absorbs a delay.
 */
function compareOrders(left: readonly number[], start: Path, extendPath: ExtendPath): number[] {
  const count = left.length;
  const all = 2 ** count - 1;
  const clocks = new Float64Array((all + 1) * count).fill(Infinity);
  const penalties = new Float64Array((all + 1) * count);
  const previous = new Int8Array((all + 1) * count).fill(-1);
  const visitNext = (done: number, at: number, path: Path) => {
    let isJump = false;
    for (let next = 0; next < count; next += 1) {
      if ((done & (1 << next)) !== 0) continue;
      const { clock, penalty } = extendPath(path, left[next] ?? 0, isJump);
      const state = (done | (1 << next)) * count + next;
      isJump = true;
      if (clock + penalty >= (clocks[state] ?? 0) + (penalties[state] ?? 0)) continue;
      clocks[state] = clock;
      penalties[state] = penalty;
      previous[state] = at;
    }
  };
  visitNext(0, -1, start);
  for (let done = 1; done < all; done += 1) {
    for (let at = 0; at < count; at += 1) {
      const state = done * count + at;
      const clock = clocks[state] ?? Infinity;
      if (clock === Infinity) continue;
      visitNext(done, at, { clock, penalty: penalties[state] ?? 0, last: left[at] ?? 0 });
    }
  }
  const costs = left.map((_, at) => {
    return (clocks[all * count + at] ?? 0) + (penalties[all * count + at] ?? 0);
  });
  const order: number[] = [];
  let at = costs.indexOf(Math.min(...costs));
  for (let done = all; at >= 0;) {
    order.unshift(left[at] ?? 0);
    const before = previous[done * count + at] ?? -1;
    done &= ~(1 << at);
    at = before;
  }
  return order;
}
