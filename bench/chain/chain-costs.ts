import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainMachines } from './chain-machines.ts';
import type { ChainMembers, LivePage } from './chain-members.ts';
import type { DayAction } from './chain-profile.ts';
import { type Growth, growthOf, readStorage } from './chain-storage.ts';
import type { ChainWorld } from './chain-world.ts';
import { combine, type ProcessorTime, readProcessorTime } from '#processor-time.ts';

/** Processor milliseconds and storage of one action, and of a second without requests. */
export type Cost = ProcessorTime & Growth;
export type ChainCosts = Readonly<Record<DayAction | 'liveMessage' | 'idleSecond', Cost>>;

const lanes = 8;
const idleMs = 10_000;
/** Numbers of runs. Each is large enough to make hundredths of a second irrelevant. */
const times: Readonly<Record<Exclude<DayAction, 'signIn'>, number>> = {
  refresh: 400,
  home: 100,
  workoutList: 500,
  reservation: 300,
  ranking: 500,
  workout: 3000,
};
const livePages = 200;
const liveSeconds = 15;

export type Actions = Readonly<Record<DayAction, (n: number) => Promise<number>>>;

export function listActions(members: ChainMembers, machines: ChainMachines): Actions {
  return {
    signIn: members.signIn,
    refresh: members.refresh,
    home: members.openHome,
    workoutList: members.readWorkouts,
    ranking: members.readRanking,
    reservation: members.reserve,
    workout: async (n) => await machines.finishWorkout(n % machines.count),
  };
}

/** Runs a task this many times, a few of them at the same time. */
export async function runInLanes(
  count: number,
  run: (n: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await run((next += 1) - 1);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * Measures one kind of action after the other, so that each has its own cost. All members have
 * signed in afterwards.
 */
export async function measureCosts(
  world: ChainWorld,
  members: ChainMembers,
  machines: ChainMachines,
  report: (progress: string) => void,
): Promise<ChainCosts> {
  const read = async () => await readProcessorTime(world.server, world.brokerPid);
  const actions = listActions(members, machines);
  let idle: ProcessorTime = { node: 0, database: 0, broker: 0 };

  /** Returns the cost per run, without the idle cost of the same time. */
  async function costOf(count: number, run: () => Promise<void>): Promise<Cost> {
    // Reading the sizes is not measured, because it costs the database more than some of the runs.
    const stored = await readStorage(world.adminUrl);
    const [before, startedAt] = [await read(), performance.now()];
    await run();
    // Statistics and the log are written a little later.
    await sleep(500);
    const seconds = (performance.now() - startedAt) / 1000;
    const used = combine(await read(), before, (now, then) => now - then);
    const time = combine(used, idle, (ms, idleMsPerSecond) =>
      Math.max(0, (ms - idleMsPerSecond * seconds) / count),
    );
    return { ...time, ...growthOf(stored, await readStorage(world.adminUrl), count) };
  }

  const idleSecond = await costOf(idleMs / 1000, async () => {
    await sleep(idleMs);
  });
  idle = idleSecond;
  report('sign-ins');
  const signIn = await costOf(members.count, async () => {
    await runInLanes(members.count, members.signIn);
  });
  const found: Partial<Record<DayAction, Cost>> = { signIn };
  for (const [name, count] of Object.entries(times) as [keyof typeof times, number][]) {
    report(name);
    // The first runs only warm up.
    await runInLanes(Math.ceil(count / 5), actions[name]);
    found[name] = await costOf(count, async () => {
      await runInLanes(count, async (n) => await actions[name](n + count));
    });
  }
  report('live pages');
  const pages: LivePage[] = [];
  const openPages = Math.min(livePages, members.count);
  await runInLanes(openPages, async (n) => {
    pages.push(await members.openLive(n, () => undefined));
  });
  const liveMessage = await costOf(openPages * liveSeconds, async () => {
    for (let second = 0; second < liveSeconds; second += 1) {
      const pause = sleep(1000);
      await runInLanes(openPages, async (n) => await machines.publishRep(n, second + 1));
      await pause;
    }
  });
  for (const page of pages) page.close();
  return { ...(found as Record<DayAction, Cost>), liveMessage, idleSecond };
}
