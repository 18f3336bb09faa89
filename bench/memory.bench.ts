import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listActions, runInLanes } from './chain/chain-costs.ts';
import { connectMachines } from './chain/chain-machines.ts';
import { createMembers, type LivePage } from './chain/chain-members.ts';
import type { DayAction } from './chain/chain-profile.ts';
import { openChain } from './chain/chain-world.ts';
import { type Measurement, quantile } from './measurement.ts';

/** Duration in minutes. MEMORY_MINUTES=60 distinguishes a slow leak from caches that fill. */
const minutes = Number(process.env['MEMORY_MINUTES'] ?? 4);
/** Share of the time in which caches fill and code is compiled. It is not measured. */
const warmUpShare = 1 / 3;
/** Maximum ratio between the last and the first third of the measured time. */
const maxHeapGrowth = 1.05;
const maxRssGrowth = 1.1;

const size = { gyms: 10, machinesEach: 16, membersEach: 100, actors: 80, historyEach: 20 };
/** Rate of requests, below the members' rate limits and within what one core can answer. */
const callsPerSecond = 60;
const livePages = 40;
const maxUnderWay = 50;
/**
 * Maximum share of failed requests. A computer that is busy otherwise rejects some, which is no
 * leak.
 */
const maxFailed = 0.01;
/** Actions in the proportions of a day. A page is closed and opened again from time to time. */
const mix: readonly DayAction[] = [
  'home',
  'workout',
  'workout',
  'workout',
  'ranking',
  'workoutList',
  'reservation',
  'workout',
  'workout',
  'workout',
  'home',
  'ranking',
  'refresh',
];

interface Sample {
  readonly at: number;
  readonly heapUsed: number;
  readonly rss: number;
  readonly external: number;
}

/** Measures the memory of a node under an even load of requests, workouts and live pages. */
export async function measure(): Promise<readonly Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tanren-memory-'));
  const file = join(folder, 'report.jsonl');
  await writeFile(file, '');
  // The server drops the rights of root, and must still be able to write the file.
  await chmod(folder, 0o777);
  await chmod(file, 0o666);
  const settings = {
    NODE_OPTIONS: `--import ${new URL('load/memory-reporter.mjs', import.meta.url).href}`,
    MEMORY_REPORT: file,
  };
  const world = await openChain(size, settings, (progress) => console.log(`memory: ${progress}`));
  try {
    const machines = await connectMachines(world);
    const members = createMembers(world);
    await runInLanes(members.count, members.signIn);
    const startedAt = Date.now();
    const { done, failed } = await load(members, machines, startedAt + minutes * 60_000);
    await machines.close();
    const samples = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Sample)
      .filter(({ at }) => at >= startedAt + minutes * 60_000 * warmUpShare);
    return [
      describe('heap after a collection', samples, ({ heapUsed }) => heapUsed, maxHeapGrowth),
      describe('resident memory', samples, ({ rss }) => rss, maxRssGrowth),
    ].map((measured) => ({
      ...measured,
      name: `${measured.name}, ${done} actions, ${failed} refused`,
    }));
  } finally {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the load. Returns how many actions were done, and how many of them failed. */
async function load(
  members: ReturnType<typeof createMembers>,
  machines: Awaited<ReturnType<typeof connectMachines>>,
  until: number,
): Promise<{ done: number; failed: number }> {
  const actions = listActions(members, machines);
  const pages: LivePage[] = [];
  const running = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  let done = 0;
  while (Date.now() < until && failures.length <= Math.max(1, done * maxFailed)) {
    const pause = sleep(1000 / callsPerSecond);
    const action = mix[done % mix.length] ?? 'home';
    const work = actions[action](done).catch((error: unknown) => failures.push(error));
    running.add(work);
    void work.then(() => running.delete(work));
    // The load waits on a slow computer, because a growing queue would look like a leak.
    if (running.size > maxUnderWay) await Promise.race(running);
    if (done % callsPerSecond === 0) {
      // Each second one page is opened and the oldest is closed.
      if (pages.length === livePages) pages.shift()?.close();
      pages.push(await members.openLive(done / callsPerSecond, () => undefined));
    }
    await machines.publishRep(done % size.actors, done + 1);
    done += 1;
    await pause;
  }
  await Promise.all(running);
  for (const page of pages) page.close();
  if (failures.length > done * maxFailed) {
    throw new Error(`${failures.length} of ${done} calls failed`, { cause: failures[0] });
  }
  return { done, failed: failures.length };
}

function describe(
  name: string,
  samples: readonly Sample[],
  read: (sample: Sample) => number,
  limit: number,
): Measurement {
  const third = Math.floor(samples.length / 3);
  const first = quantile(samples.slice(0, third).map(read), 0.5);
  const last = quantile(samples.slice(-third).map(read), 0.5);
  // The middles of the two thirds are two thirds of the time apart.
  const hours = (((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)) / 3_600_000) * (2 / 3);
  const slope = (last - first) / 1e6 / hours;
  const parts = `${toMb(first)} → ${toMb(last)} MB, ${slope.toFixed(1)} MB an hour`;
  return {
    name: `${name}, last third to first third of ${minutes} minutes after the warm-up (${parts})`,
    value: last / first,
    limit,
    unit: 'x',
  };
}

const toMb = (bytes: number) => (bytes / 1e6).toFixed(1);
