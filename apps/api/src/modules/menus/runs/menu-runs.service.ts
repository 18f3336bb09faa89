import type { MenuItem } from '@tanren/domain/menus/menus';
import {
  allotDoneSets,
  findCompletion,
  isPlanDone,
  isRunOpen,
  replaceType,
  runLengthMs,
  withoutSkippedSets,
} from '@tanren/domain/menus/menu-runs';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import type { TrainingSessionRunRow } from '#db/schema/menus.ts';
import type { WorkoutRow } from '#db/schema/workouts.ts';
import { cutPage, readTimeCursor } from '#db/time-cursor.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { readNextLoads } from '#modules/workouts/workout-loads.service.ts';
import {
  endUnendedRun,
  findOpenRun,
  findUnendedRun,
  lockMenu,
  insertRun,
  lockMemberRuns,
  selectDoneRuns,
  selectDoneSets,
  selectRunning,
  selectWorkoutsOfRuns,
  updateRunItems,
} from './menu-runs.store.ts';

interface DoneRunRequest {
  readonly sub: string;
  readonly trainingSessionId: number;
  readonly cursor: string | null;
  readonly limit: number;
}

export interface DoneRun {
  readonly id: number;
  readonly startedAt: Date;
  readonly workouts: readonly WorkoutRow[];
}

export async function readDoneRuns(
  db: Queryable,
  { sub, trainingSessionId, cursor, limit }: DoneRunRequest,
): Promise<{ items: DoneRun[]; nextCursor: string | null }> {
  const from = cursor === null ? null : readTimeCursor(cursor);
  const found = await selectDoneRuns(db, { sub, trainingSessionId, from, limit: limit + 1 });
  const { items: runs, nextCursor } = cutPage(found, limit);
  const workouts = await selectWorkoutsOfRuns(
    db,
    runs.map(({ id }) => id),
  );
  const items = runs.map(({ id, startedAt }) => ({
    id,
    startedAt,
    workouts: workouts.filter(({ sessionRunId }) => sessionRunId === id),
  }));
  return { items, nextCursor };
}

/**
 * Starts a menu and ends the run of another one. A run of the same menu goes on, because a second
 * tap or a second phone means the same thing, unless all of it is done. It locks the account, the
 * member's runs and the menu, in this order.
 */
export async function startRun(
  db: Queryable,
  lockAccount: LockAccount,
  { sub, trainingSessionId }: { sub: string; trainingSessionId: number },
  now: Date,
): Promise<TrainingSessionRunRow> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    await lockMemberRuns(tx, sub);
    const menu = await lockMenu(tx, sub, trainingSessionId);
    if (menu === null) throw new AppError('not_found');
    const before = await findUnendedRun(tx, sub);
    const isSame = before?.trainingSessionId === menu.id && isRunOpen(before, now);
    if (before !== null && isSame && !(await isComplete(tx, before))) return before;
    await endUnendedRun(tx, sub, now);
    return await insertRun(tx, {
      sub,
      trainingSessionId: menu.id,
      title: menu.title,
      items: menu.items,
      fixedOrder: menu.fixedOrder,
      startedAt: now,
      endsBy: new Date(now.getTime() + runLengthMs),
    });
  });
}

async function isComplete(db: Queryable, { id, items }: TrainingSessionRunRow): Promise<boolean> {
  return isPlanDone(withoutSkippedSets(items), await selectDoneSets(db, id));
}

type StoredItem = TrainingSessionRunRow['items'][number];

interface ItemPlace {
  readonly sub: string;
  readonly runId: number;
  readonly position: number;
}

/**
 * Changes an item of the run under way, and returns the run. `change` gets the stored item, so that
 * a second tap or a repeated call can change nothing.
 */
async function changeItem(
  db: Queryable,
  { sub, runId, position }: ItemPlace,
  change: (item: StoredItem) => StoredItem,
  now: Date,
): Promise<TrainingSessionRunRow> {
  return await db.transaction(async (tx) => {
    await lockMemberRuns(tx, sub);
    const run = await findOpenRun(tx, sub, now);
    const item = run?.items[position];
    if (run?.id !== runId || item === undefined) throw new AppError('not_found');
    const items = run.items.with(position, change(item));
    await updateRunItems(tx, run.id, items);
    return { ...run, items };
  });
}

/** Sets the number of sets of an item that the member skips. It replaces the number before. */
export async function skipSets(
  db: Queryable,
  { skippedSets, ...place }: ItemPlace & { readonly skippedSets: number },
  now: Date,
): Promise<TrainingSessionRunRow> {
  const skip = (item: StoredItem): StoredItem => {
    if (skippedSets <= item.sets) return { ...item, skippedSets };
    const message = 'is more than the sets of the item';
    throw new AppError('invalid_request', {
      fields: [{ path: '/skippedSets', in: 'body', message }],
    });
  };
  return await changeItem(db, place, skip, now);
}

/** Replaces the type of an item by one for the same muscles, or restores it. */
export async function replaceItemType(
  db: Queryable,
  { workoutTypeId, ...place }: ItemPlace & { readonly workoutTypeId: number },
  now: Date,
): Promise<TrainingSessionRunRow> {
  const replace = (item: StoredItem): StoredItem => {
    const replaced = replaceType(item, workoutTypeId);
    if (replaced === null) throw new AppError('type_not_equal');
    return replaced;
  };
  return await changeItem(db, place, replace, now);
}

interface ProgressingItem extends MenuItem {
  readonly plannedTypeId?: number;
  readonly skippedSets?: number;
  readonly targetLoadHg: number | null;
  readonly doneSets: number;
}

export interface ProgressingRun extends TrainingSessionRunRow {
  readonly progress: readonly ProgressingItem[];
  readonly completedAt: Date | null;
}

export async function readProgress(
  db: Queryable,
  run: TrainingSessionRunRow,
  now: Date,
): Promise<ProgressingRun> {
  const { sub } = run;
  const items = withoutSkippedSets(run.items);
  const workouts = await selectDoneSets(db, run.id);
  const done = allotDoneSets(items, workouts);
  const needsNextLoad = items.some(({ loadHg }) => loadHg === null);
  const loads = needsNextLoad ? await readNextLoads(db, sub, now) : [];
  const nextOf = new Map(loads.map(({ workoutTypeId, loadHg }) => [workoutTypeId, loadHg]));
  return {
    ...run,
    completedAt: findCompletion(items, workouts),
    progress: items.map((item, at) => ({
      ...item,
      targetLoadHg: item.loadHg ?? nextOf.get(item.workoutTypeId) ?? null,
      doneSets: done[at] ?? 0,
    })),
  };
}

/** Returns the members among these who are doing a run. */
export async function findRunning(
  db: Queryable,
  subs: readonly string[],
  now: Date,
): Promise<string[]> {
  return (await selectRunning(db, subs, now)).map(({ sub }) => sub);
}

/** Returns the remaining items for machines of a type, in the order of the menu. */
export async function findDueItems(
  db: Queryable,
  sub: string,
  workoutTypeId: number,
  now: Date,
): Promise<MenuItem[]> {
  const run = await findOpenRun(db, sub, now);
  if (run === null) return [];
  const items = withoutSkippedSets(run.items);
  if (!items.some((item) => item.workoutTypeId === workoutTypeId)) return [];
  const done = allotDoneSets(items, await selectDoneSets(db, run.id));
  return items
    .map((item, at) => ({ ...item, sets: item.sets - (done[at] ?? 0) }))
    .filter((item) => item.workoutTypeId === workoutTypeId && item.sets > 0);
}
