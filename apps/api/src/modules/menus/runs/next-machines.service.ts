import type { NextMachine, NextMachines } from '@tanren/contract/menus/next-machines';
import { expectFreeAfter, findSetSeconds } from '@tanren/domain/machines/expected-waits';
import { allotDoneSets, withoutSkippedSets } from '@tanren/domain/menus/menu-runs';
import { estimateOwnMinutes, estimateSetSeconds, type MenuItem } from '@tanren/domain/menus/menus';
import { orderRun, type RunMachine } from '@tanren/domain/menus/run-order';
import { listEqualTypes } from '@tanren/domain/workouts/equal-types';
import { settableAtMost, toKilograms } from '@tanren/domain/workouts/loads';
import type { Queryable } from '#db/database.ts';
import type { MachineHoldRow, MachineRow } from '#db/schema/machines.ts';
import type { TrainingSessionRunRow } from '#db/schema/menus.ts';
import { readHold } from '#modules/machines/holds/machine-holds.service.ts';
import { readPresentWaits } from '#modules/machines/waits/machine-waits.service.ts';
import { readLoads } from '#modules/workouts/workout-loads.service.ts';
import { findDueItems } from './menu-runs.service.ts';
import { findOpenRun, selectDoneSets } from './menu-runs.store.ts';
import { findVisitedGym, type GymMachine, selectGymMachines } from './next-machines.store.ts';
import { findExpectedGym } from '#modules/menus/todays-menu.service.ts';

/** Finds the gym of a run, as far as it is known. */
async function findRunGym(
  db: Queryable,
  run: TrainingSessionRunRow,
  now: Date,
): Promise<number | null> {
  return (await findVisitedGym(db, run)) ?? (await findExpectedGym(db, run.sub, now)).gymId;
}

/** Returns whether the run under way has sets left for machines of the type in this gym. */
export async function isMachineDue(
  db: Queryable,
  sub: string,
  { gymId, workoutTypeId }: Pick<MachineRow, 'gymId' | 'workoutTypeId'>,
  now: Date,
): Promise<boolean> {
  const run = await findOpenRun(db, sub, now);
  if (run === null || (await findRunGym(db, run, now)) !== gymId) return false;
  return (await findDueItems(db, sub, workoutTypeId, now)).length > 0;
}

/** Reads the proposed order of the run under way. Of other members it tells nothing but minutes. */
export async function readNextMachines(
  db: Queryable,
  sub: string,
  now: Date,
): Promise<NextMachines> {
  const [run, hold] = await Promise.all([findOpenRun(db, sub, now), readHold(db, sub, now)]);
  const gymId = run === null ? null : await findRunGym(db, run, now);
  if (run === null || gymId === null) return { ...describeNothing(now), hold: toHold(hold) };
  const [rows, done, loads, typicalWaits] = await Promise.all([
    selectGymMachines(db, gymId, now),
    selectDoneSets(db, run.id),
    readLoads(db, sub, now),
    readPresentWaits(db, gymId, now),
  ]);
  const paces = new Map(loads.done.map(({ best, bouts }) => [best.workoutTypeId, bouts]));
  const allItems = withoutSkippedSets(run.items);
  const allotted = allotDoneSets(allItems, done);
  const items = allItems
    .map((item, position) => ({ ...item, position, sets: item.sets - (allotted[position] ?? 0) }))
    .filter(({ sets }) => sets > 0);
  const own = rows.find(({ linkedSub }) => linkedSub === sub) ?? null;
  const ofMachine = (machine: GymMachine | null) =>
    items.find(({ workoutTypeId }) => workoutTypeId === machine?.workoutTypeId) ?? null;
  const current = ofMachine(own);
  const held = ofMachine(rows.find(({ holder }) => holder === sub) ?? null);
  const begun = items.filter((item) => item === current || item === held);
  const estimate = (item: MenuItem) => estimateOwnMinutes([item], paces);
  const machines = rows
    .map((row) => describeMachine(row, sub, now))
    // Of equal machines the first one is proposed, so the member's own come first.
    .toSorted((a, b) => Number(b.isMine) - Number(a.isMine));
  const { order, minutes, reason, waitsFor } = orderRun({
    items: items
      .filter((item) => !begun.includes(item))
      .map((item) => ({ ...item, minutes: estimate(item) })),
    machines: machines.map(toRunMachine),
    typicalWaits,
    lastTypeId: (held ?? own ?? done.at(-1))?.workoutTypeId ?? null,
    readyInMinutes:
      (own === null ? 0 : expectFree(own, now).minutes) +
      (held === null || held === current ? 0 : estimate(held)),
    fixedOrder: run.fixedOrder,
  });
  const nextLoads = new Map([
    ...loads.done.map(({ best, next }) => [best.workoutTypeId, next.loadHg] as const),
    ...loads.first.map(({ workoutTypeId, next }) => [workoutTypeId, next.loadHg] as const),
  ]);
  return {
    at: now.toISOString(),
    runId: run.id,
    order: [
      ...begun.toSorted((a, b) => Number(b === current) - Number(a === current)),
      ...order,
    ].map(({ position }) => position),
    ...(held === null
      ? { reason, waitsFor: waitsFor && { ...waitsFor, minutes: toWholeMinutes(waitsFor.minutes) } }
      : { reason: 'menu-order', waitsFor: null }),
    minutes: Math.ceil(minutes),
    items: items.map((item) =>
      describeItem(item, { machines, nextLoads, openTypes: items.map((one) => one.workoutTypeId) }),
    ),
    hold: toHold(hold),
  };
}

function describeNothing(now: Date): Omit<NextMachines, 'hold'> {
  const nothing = { order: [], items: [], waitsFor: null, minutes: 0 };
  return { at: now.toISOString(), runId: null, reason: 'menu-order', ...nothing };
}

function toHold(hold: MachineHoldRow | null): NextMachines['hold'] {
  return hold && { machineId: hold.machineId, until: hold.untilAt.toISOString() };
}

interface FloorMachine extends GymMachine {
  readonly state: NextMachine['state'];
  /** Whether the member is linked with the machine or holds it. */
  readonly isMine: boolean;
  readonly freeInMinutes: number | null;
  readonly errorMinutes: number | null;
}

function describeMachine(machine: GymMachine, sub: string, now: Date): FloorMachine {
  const { linkedSub, usedUntil, holder, online, inspectionSince } = machine;
  const unknown = { freeInMinutes: null, errorMinutes: null };
  const free = { ...machine, state: 'free' as const, freeInMinutes: 0, errorMinutes: 0 };
  if (linkedSub === sub) return { ...free, isMine: true };
  if (linkedSub !== null) {
    const { minutes, errorMinutes } = expectFree(machine, now);
    return { ...machine, state: 'used', isMine: false, freeInMinutes: minutes, errorMinutes };
  }
  if (usedUntil !== null && usedUntil > now) {
    return { ...machine, state: 'used', isMine: false, ...unknown };
  }
  if (inspectionSince !== null || !online) {
    return { ...machine, state: 'unavailable', isMine: false, ...unknown };
  }
  if (holder === sub) return { ...free, isMine: true };
  if (holder !== null) return { ...machine, state: 'held', isMine: false, ...unknown };
  return { ...free, isMine: false };
}

/** Expects the end of the bout on a linked machine, by the plan and the pace of its member. */
function expectFree({ workoutTypeId, ...machine }: GymMachine, now: Date) {
  const items = withoutSkippedSets(machine.runItems ?? []).filter(
    (item) => item.workoutTypeId === workoutTypeId,
  );
  const sets = items.reduce((sum, item) => sum + item.sets, 0);
  const [item] = items;
  const pace = findSetSeconds(machine.paces ?? []);
  return expectFreeAfter(
    {
      setCount: machine.setCount ?? 0,
      plannedSets: item === undefined ? null : Math.max(0, sets - (machine.doneSets ?? 0)),
      paceSeconds: pace ?? (item === undefined ? null : estimateSetSeconds(item)),
      lastActiveAt: machine.lastActiveAt ?? now,
    },
    now,
  );
}

function toRunMachine({ machineId, workoutTypeId, ...machine }: FloorMachine): RunMachine {
  const { freeInMinutes } = machine;
  const state = machine.state === 'held' ? 'used' : machine.state;
  return { machineId, workoutTypeId, state, freeInMinutes };
}

interface ItemSurroundings {
  readonly machines: readonly FloorMachine[];
  /** Next loads of the member in hectograms, by type. */
  readonly nextLoads: ReadonlyMap<number, number>;
  /** Types of the items with sets left. */
  readonly openTypes: readonly number[];
}

const states: readonly NextMachine['state'][] = ['free', 'used', 'held', 'unavailable'];
const maxAlternatives = 2;
/** Minutes by which a machine with an unknown time comes after those with a known one. */
const unknownLast = 1_000_000;

function describeItem(
  { position, workoutTypeId }: MenuItem & { readonly position: number },
  { machines, nextLoads, openTypes }: ItemSurroundings,
): NextMachine {
  const [best] = machines
    .filter((machine) => machine.workoutTypeId === workoutTypeId)
    .toSorted(
      (a, b) =>
        states.indexOf(a.state) - states.indexOf(b.state) ||
        (a.freeInMinutes ?? unknownLast) - (b.freeInMinutes ?? unknownLast),
    );
  const state = best?.state ?? 'unavailable';
  const freeTypes = listEqualTypes(workoutTypeId).filter((type) => !openTypes.includes(type));
  const alternatives = freeTypes.flatMap((type) => {
    const machine = machines.find((one) => one.workoutTypeId === type && one.state === 'free');
    if (machine === undefined) return [];
    const loadHg = nextLoads.get(type);
    const loadKg = loadHg === undefined ? null : toKilograms(settableAtMost(machine, loadHg));
    return [{ workoutTypeId: type, machineId: machine.machineId, loadKg }];
  });
  return {
    position,
    state,
    machineId: state === 'unavailable' ? null : (best?.machineId ?? null),
    freeInMinutes: toWholeMinutes(best?.freeInMinutes ?? null),
    errorMinutes: toWholeMinutes(best?.errorMinutes ?? null),
    alternatives: state === 'free' ? [] : alternatives.slice(0, maxAlternatives),
  };
}

/** Rounds up, because a machine that is used is never shown as free in 0 minutes. */
function toWholeMinutes(minutes: number | null): number | null {
  return minutes === null ? null : Math.ceil(minutes);
}
