import type { TodaysItem, TodaysMenu, TodaysMenus } from '@tanren/contract/menus/todays-menu';
import { findOpenTime, gymDayOf, type OpenTime } from '@tanren/domain/gyms/gym-hours';
import { addDays, toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import { toKilograms } from '@tanren/domain/workouts/loads';
import { muscles } from '@tanren/domain/workouts/muscles';
import {
  experiencedDays,
  type MenuCandidate,
  type MenuSource,
  rankTodaysMenus,
  type TodaysReason,
} from '@tanren/domain/menus/todays-menu';
import { allotDoneSets, isPlanDone, withoutSkippedSets } from '@tanren/domain/menus/menu-runs';
import { estimateOwnMinutes, type MenuItem } from '@tanren/domain/menus/menus';
import { estimateVisit } from '@tanren/domain/menus/visit-waits';
import { countMuscleSets, findLastTrainedDays } from '@tanren/domain/workouts/workout-types';
import type { Queryable } from '#db/database.ts';
import type { TrainingSessionRunRow } from '#db/schema/menus.ts';
import { beginnersMenu, gymAuthor } from '@tanren/domain/menus/built-in-menus';
import { countMachines } from '#modules/gyms/gym-crowd.service.ts';
import { readGymHours } from '#modules/gyms/gym-rules.service.ts';
import { readTypicalWaits } from '#modules/machines/waits/machine-waits.service.ts';
import { readLoads } from '#modules/workouts/workout-loads.service.ts';
import { findOpenRun, selectDoneSets } from './runs/menu-runs.store.ts';
import {
  type CandidateRow,
  findLastGym,
  selectCandidates,
  selectSetsSince,
  selectTodaysReservations,
  selectTrainingDays,
} from './todays-menu.store.ts';

type MemberLoads = Awaited<ReturnType<typeof readLoads>>;
type TypeMachines = Awaited<ReturnType<typeof countMachines>>[number];

/** Number of gym days, today included, whose sets are counted for a muscle. */
const weekDays = 7;

/** Maximum number of alternatives, which are one tap away. More would be a list to search in. */
const maxAlternatives = 4;

/**
 * Reads the menus for today. It takes the pool, not a transaction: independent queries run at once,
 * each on its own connection. They need not see the same moment.
 */
export async function readTodaysMenus(db: Queryable, sub: string, now: Date): Promise<TodaysMenus> {
  const [running, loads, recent, trainingDays, choices] = await Promise.all([
    findRunning(db, sub, now),
    readLoads(db, sub, now),
    selectSetsSince(db, sub, addDays(toGymDay(now), -weekDays)),
    selectTrainingDays(db, sub, experiencedDays),
    findChoices(db, sub, now),
  ]);
  const { reserved, rows, gym, today, machines, closed, waits } = choices;
  const week = recent.filter(({ gymDay }) => gymDay > addDays(today, -weekDays));
  const lastDays = findLastTrainedDays(
    loads.done.map(({ best: { workoutTypeId }, gymDay }) => ({ workoutTypeId, gymDay })),
  );
  const sets = countMuscleSets(week);
  const ranked = rankTodaysMenus(
    {
      trainingDays: trainingDays.length,
      beginnerRuns: rows.find(isBeginners)?.runCount ?? 0,
      muscles: new Map(
        muscles.map(({ id }) => [
          id,
          { sets: sets.get(id) ?? 0, lastTrainedOn: lastDays.get(id) ?? null },
        ]),
      ),
      running: running && { trainingSessionId: running.trainingSessionId },
      reserved,
      beginner: rows.find(isBeginners)?.id ?? null,
      candidates: rows.map((row) => toCandidate(row, sub, today)),
      closedTypes: closed,
    },
    today,
  );
  const describe = createDescribe(loads, machines, closed);
  const estimate = createEstimate(loads, machines, waits);
  const menus = ranked.slice(0, 1 + maxAlternatives).flatMap((choice): TodaysMenu[] => {
    const row = rows.find(({ id }) => id === choice.trainingSessionId);
    const reason = toReason(choice.reason);
    const { trainingSessionId } = choice;
    if (choice.reason.kind === 'running' && running !== null) {
      const { title, items, done } = running;
      const from = row === undefined ? 'own' : findSource(row, sub);
      return [{ trainingSessionId, title, from, reason, ...describe(items, done) }];
    }
    if (row === undefined) return [];
    const { title, items, fixedOrder } = row;
    const described = describe(items, []);
    const from = findSource(row, sub);
    return [
      {
        trainingSessionId,
        title,
        from,
        reason,
        ...described,
        waits: estimate(items, described.minutes, fixedOrder),
      },
    ];
  });
  return {
    menu: menus[0] ?? null,
    alternatives: menus.slice(1),
    gym,
    hasWorkouts: loads.done.length > 0,
    trainedToday: week.some(({ gymDay }) => gymDay >= today),
  };
}

interface RunningMenu extends TrainingSessionRunRow {
  /** Number of completed sets of each item. */
  readonly done: readonly number[];
}

/** Finds the run under way. Returns `null` also when all its items are done. */
async function findRunning(db: Queryable, sub: string, now: Date): Promise<RunningMenu | null> {
  const run = await findOpenRun(db, sub, now);
  if (run === null) return null;
  const doneSets = await selectDoneSets(db, run.id);
  const items = withoutSkippedSets(run.items);
  if (isPlanDone(items, doneSets)) return null;
  return { ...run, items, done: allotDoneSets(items, doneSets) };
}

/**
 * Finds the menus that may be done today, and the gym. Both depend on today's reservations. `today`
 * is the gym day of that gym: training past midnight belongs to the day before. `closed` are the
 * types whose machines are all under inspection.
 */
async function findChoices(db: Queryable, sub: string, now: Date) {
  const today = toGymDay(now);
  const { reservations, gymId } = await findExpectedGym(db, sub, now);
  const reserved =
    reservations.find(({ trainingSessionId }) => trainingSessionId !== null)?.trainingSessionId ??
    null;
  const [rows, found, machines] = await Promise.all([
    selectCandidates(db, sub, reserved),
    gymId === null ? null : findGym(db, gymId, now),
    gymId === null ? null : countMachines(db, gymId, now),
  ]);
  const gym = found && { gymId: found.gymId, name: found.name, open: found.open };
  const gymDay = found?.gymDay ?? today;
  const closed = new Set(
    machines
      ?.filter(({ machineCount }) => machineCount === 0)
      .map(({ workoutTypeId }) => workoutTypeId),
  );
  const offered = gym?.open === true ? machines : null;
  const waits = found?.openTime ? await readDayWaits(db, found, found.openTime, now) : null;
  return { reserved, rows, gym, today: gymDay, machines: offered, closed, waits };
}

/** Finds the gym of today's next reservation, or else of the last workout. */
export async function findExpectedGym(db: Queryable, sub: string, now: Date) {
  const today = toGymDay(now);
  const midnight = toGymInstant(addDays(today, 1), 0);
  const [reservations, lastGymId] = await Promise.all([
    selectTodaysReservations(db, sub, { now, today, midnight }),
    findLastGym(db, sub),
  ]);
  return { reservations, gymId: reservations[0]?.gymId ?? lastGymId };
}

async function findGym(db: Queryable, gymId: number, now: Date) {
  const today = toGymDay(now);
  // Yesterday's gym day may last until past midnight.
  const days = [addDays(today, -1), today] as const;
  const found = await readGymHours(db, gymId, ...days);
  if (found === null) return null;
  const openTime = days
    .map((day) => findOpenTime(found.hours, day))
    .find((time) => time !== null && time.opensAt <= now && now < time.closesAt);
  const gymDay = gymDayOf(now, found.hours);
  return { gymId, name: found.gym.name, open: openTime !== undefined, openTime, gymDay };
}

/** Reads the usual waits of the rest of a gym day. Returns `null` while they are unknown. */
async function readDayWaits(
  db: Queryable,
  { gymId, gymDay }: { readonly gymId: number; readonly gymDay: string },
  { closesAt }: OpenTime,
  now: Date,
) {
  const midnight = toGymInstant(gymDay, 0).getTime();
  const toMinute = (at: Date) => (at.getTime() - midnight) / 60_000;
  const hours = { now: Math.floor(toMinute(now) / 60), closesMinute: toMinute(closesAt) };
  const byHour = await readTypicalWaits(db, gymId, gymDay, hours.now);
  return byHour && { byHour, hours };
}

function isBeginners({ authorSub, draftId }: CandidateRow): boolean {
  return authorSub === gymAuthor.sub && draftId === beginnersMenu.draftId;
}

function findSource({ authorSub, forSub, favorite }: CandidateRow, sub: string): MenuSource {
  if (forSub === sub) return 'trainer';
  if (authorSub === sub) return 'own';
  if (favorite) return 'favorite';
  return authorSub === gymAuthor.sub ? 'gym' : 'public';
}

function toCandidate(row: CandidateRow, sub: string, today: string): MenuCandidate {
  const lastRunOn = row.lastRunAt && toGymDay(row.lastRunAt);
  return {
    trainingSessionId: row.id,
    items: row.items,
    from: findSource(row, sub),
    changedOn: toGymDay(row.updatedAt),
    tags: row.tags,
    // A date after the gym day belongs to the same night.
    lastRunOn: lastRunOn !== null && lastRunOn > today ? today : lastRunOn,
  };
}

function toReason(reason: TodaysReason): TodaysMenu['reason'] {
  if (reason.kind === 'due') return reason;
  return { kind: reason.kind, part: null, days: null };
}

/**
 * Returns a function that describes a menu's items for this member: loads, machines, and the
 * duration of the remaining sets.
 */
function createDescribe(
  { done: doneLoads, first }: MemberLoads,
  machines: readonly TypeMachines[] | null,
  closed: ReadonlySet<number>,
) {
  const byType = new Map(doneLoads.map((load) => [load.best.workoutTypeId, load]));
  const firstByType = new Map(first.map(({ workoutTypeId, next }) => [workoutTypeId, next]));
  const bouts = new Map(doneLoads.map((load) => [load.best.workoutTypeId, load.bouts]));

  function describeItem(item: MenuItem, doneSets: number): TodaysItem {
    const { workoutTypeId, sets, reps } = item;
    const load = byType.get(workoutTypeId);
    const next = load?.next ?? firstByType.get(workoutTypeId);
    const loadHg = item.loadHg ?? next?.loadHg ?? null;
    const fixed = item.loadHg === null ? null : 'menu';
    const ofType = machines?.find((type) => type.workoutTypeId === workoutTypeId);
    const total = ofType?.machineCount ?? 0;
    return {
      workoutTypeId,
      sets,
      reps,
      doneSets,
      loadKg: loadHg === null ? null : toKilograms(loadHg),
      lastLoadKg: load === undefined ? null : toKilograms(load.last.topLoadHg),
      loadReason: fixed ?? next?.reason ?? 'first',
      ...(fixed === null && load?.basis ? { restsOnEarlierWorkout: true } : {}),
      machines: machines && { free: total - (ofType?.inUse ?? 0), total },
      ...(closed.has(workoutTypeId) ? { inspection: true } : {}),
    };
  }

  return (items: readonly MenuItem[], done: readonly number[]) => {
    const left = items
      .map((item, at) => ({ ...item, sets: item.sets - (done[at] ?? 0) }))
      .filter(({ sets }) => sets > 0);
    return {
      minutes: estimateOwnMinutes(left, bouts),
      items: items.map((item, at) => describeItem(item, done[at] ?? 0)),
    };
  };
}

/** Returns a function that estimates how long a menu takes with the waits in the gym. */
function createEstimate(
  { done }: MemberLoads,
  machines: readonly TypeMachines[] | null,
  waits: Awaited<ReturnType<typeof readDayWaits>>,
) {
  const bouts = new Map(done.map((load) => [load.best.workoutTypeId, load.bouts]));
  return (items: readonly MenuItem[], minutes: number, fixedOrder: boolean) => {
    if (machines === null || waits === null) return null;
    const open = items.map((item, position) => ({
      position,
      workoutTypeId: item.workoutTypeId,
      minutes: estimateOwnMinutes([item], bouts),
    }));
    return estimateVisit({ items: open, minutes, fixedOrder }, machines, waits.byHour, waits.hours);
  };
}
