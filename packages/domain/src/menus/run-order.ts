import { findBestOrder, findWait, type Stop } from './best-order.ts';
import { sharesMainMuscle } from '#workouts/equal-types.ts';

/** Item of a run with sets left. */
export interface OpenItem {
  /** Position in the run, from 0. */
  readonly position: number;
  readonly workoutTypeId: number;
  /** Minutes from the way to the machine to the end of the sets that are left. */
  readonly minutes: number;
}

export interface RunMachine {
  readonly machineId: number;
  readonly workoutTypeId: number;
  /** A machine that another member holds is `used`. */
  readonly state: 'free' | 'used' | 'unavailable';
  /** Expected minutes of a used machine. `null` when they are unknown. */
  readonly freeInMinutes: number | null;
}

export interface RunSituation {
  /** Items with sets left, in the menu's order, without the one of the machine in use. */
  readonly items: readonly OpenItem[];
  readonly machines: readonly RunMachine[];
  /** Usual wait for a machine of a type at this hour, in minutes. */
  readonly typicalWaits: ReadonlyMap<number, number>;
  /** Type of the machine that the member uses now or used last. */
  readonly lastTypeId: number | null;
  /** Minutes until the member leaves the present machine. 0 by default. */
  readonly readyInMinutes?: number;
  /** Whether a trainer wants the items in the menu's order. */
  readonly fixedOrder: boolean;
}

export const orderReasons = [
  'menu-order',
  'trainer-order',
  'shorter-wait',
  'other-muscle',
] as const;
export type OrderReason = (typeof orderReasons)[number];

export interface OrderedItem {
  readonly position: number;
  /** Machine to go to. `null` when the gym has none that can be used. */
  readonly machineId: number | null;
  readonly waitMinutes: number;
}

export interface RunOrder {
  readonly order: readonly OrderedItem[];
  /** Minutes until the whole run is done. Items without a machine count without a wait. */
  readonly minutes: number;
  /** Why the first item of the order comes next. */
  readonly reason: OrderReason;
  /**
   * First item of the menu while none of its machines is free, with the expected minutes. `null`
   * when one is free.
   */
  readonly waitsFor: { readonly position: number; readonly minutes: number | null } | null;
}

/** Expected minutes of a machine that is used without a link. */
const unknownMinutes = 4;
/** A machine that cannot be used comes last, because it may be back within the hour. */
const unavailableMinutes = 60;

/**
 * Returns the order in which the rest of a run takes least time. Leaving the menu's order and using
 * a main muscle twice in a row cost minutes too, so both happen only for a reason.
 */
export function orderRun(run: RunSituation): RunOrder {
  const { items, lastTypeId, fixedOrder, readyInMinutes = 0 } = run;
  const stops = items.map((item) => toStop(run, item));
  const start = { clock: readyInMinutes, lastTypeId };
  const order = fixedOrder
    ? stops
    : findBestOrder(stops, start).flatMap((index) => stops[index] ?? []);
  const [firstOfMenu] = stops;
  return {
    ...planStops(order, readyInMinutes),
    reason: fixedOrder ? 'trainer-order' : explainChoice(run, firstOfMenu, order[0]),
    waitsFor:
      firstOfMenu === undefined || firstOfMenu.isFree
        ? null
        : { position: firstOfMenu.position, minutes: firstOfMenu.knownMinutes },
  };
}

interface PlannedStop extends Stop {
  readonly position: number;
  readonly machineId: number | null;
  readonly isFree: boolean;
  /** Minutes until a machine is free. `null` while they are unknown. */
  readonly knownMinutes: number | null;
}

/** Finds the machine of an item's type that is free first, and the waits for it. */
function toStop({ machines, typicalWaits }: RunSituation, item: OpenItem): PlannedStop {
  const toMinutes = (one: RunMachine) =>
    one.state === 'free' ? 0 : (one.freeInMinutes ?? unknownMinutes);
  const [best] = machines
    .filter(({ workoutTypeId, state }) => {
      return workoutTypeId === item.workoutTypeId && state !== 'unavailable';
    })
    .toSorted((a, b) => toMinutes(a) - toMinutes(b));
  const freeInMinutes = best === undefined ? unavailableMinutes : toMinutes(best);
  return {
    ...item,
    machineId: best?.machineId ?? null,
    isFree: best?.state === 'free',
    knownMinutes: best?.freeInMinutes ?? null,
    freeInMinutes,
    usualWait: typicalWaits.get(item.workoutTypeId) ?? 0,
  };
}

/** Lists the waits of an order, without the costs by which orders are compared. */
function planStops(
  stops: readonly PlannedStop[],
  readyInMinutes: number,
): Pick<RunOrder, 'order' | 'minutes'> {
  let clock = readyInMinutes;
  const order = stops.map((stop, index) => {
    const { position, machineId, minutes } = stop;
    const waitMinutes = machineId === null ? 0 : findWait(stop, clock, index === 0);
    clock += waitMinutes + minutes;
    return { position, machineId, waitMinutes };
  });
  return { order, minutes: clock };
}

function explainChoice(
  { lastTypeId, readyInMinutes = 0 }: RunSituation,
  firstOfMenu: PlannedStop | undefined,
  chosen: PlannedStop | undefined,
): OrderReason {
  if (firstOfMenu === undefined || chosen === undefined || chosen === firstOfMenu) {
    return 'menu-order';
  }
  const isSlower =
    findWait(firstOfMenu, readyInMinutes, true) > findWait(chosen, readyInMinutes, true);
  const repeatsMuscle =
    lastTypeId !== null && sharesMainMuscle(lastTypeId, firstOfMenu.workoutTypeId);
  return repeatsMuscle && !isSlower ? 'other-muscle' : 'shorter-wait';
}
