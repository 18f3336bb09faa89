import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainCosts, listActions, measureCosts } from './chain/chain-costs.ts';
import { connectMachines } from './chain/chain-machines.ts';
import { createMembers, type LivePage } from './chain/chain-members.ts';
import {
  countLive,
  type DayAction,
  gymAssumed,
  liveMessagesPerMinute,
  perVisit,
  planDay,
  visitShares,
} from './chain/chain-profile.ts';
import { type ChainWorld, openChain } from './chain/chain-world.ts';
import { type Measurement, quantile } from './measurement.ts';
import { combine, type ProcessorTime, readProcessorTime } from './processor-time.ts';

const gyms = 100;
/**
 * Share of visits and length of the day. One of fifty visits to each gym, with the day in four
 * minutes, is the rate of requests of 720 gyms in real time, and as much as two cores can send and
 * answer at once. All visits need CHAIN_SHARE=1 CHAIN_MINUTES=200.
 */
const share = Number(process.env['CHAIN_SHARE'] ?? 0.02);
const dayMinutes = Number(process.env['CHAIN_MINUTES'] ?? 4);
const actors = 400;
const historyEach = 6;

/** Limits for the 95th percentile in milliseconds, on two cores that also run the clients. */
const latencyLimits: Readonly<Record<DayAction | 'live', number>> = {
  signIn: 500,
  refresh: 250,
  home: 500,
  workoutList: 150,
  reservation: 400,
  ranking: 150,
  workout: 500,
  live: 100,
};

/** Limits for the processor milliseconds of node, database and broker together, per action. */
const costLimits: Readonly<Record<DayAction | 'liveMessage', number>> = {
  signIn: 40,
  refresh: 18,
  home: 100,
  workoutList: 4,
  reservation: 60,
  ranking: 4,
  workout: 12,
  liveMessage: 1,
};

/** Maximum ratio between the cost of the day and the sum of its parts, each measured alone. */
const maxAboveCosts = 1.5;
const maxKbPerMemberYear = 3000;

const report = (progress: string) => console.log(`chain day: ${progress}`);

export async function measure(): Promise<readonly Measurement[]> {
  const { machines: machinesEach, members: membersEach } = gymAssumed;
  const size = { gyms, machinesEach, membersEach, actors, historyEach };
  const world = await openChain(size, {}, report);
  try {
    const machines = await connectMachines(world);
    const members = createMembers(world);
    const costs = await measureCosts(world, members, machines, report);
    console.table(costs);
    const before = await readUsed(world);
    const day = await playDay(members, machines);
    const used = combine(await readUsed(world), before, (now, then) => now - then);
    await machines.close();
    return [
      ...Object.entries(costLimits).map(([name, limit]) =>
        describeCost(name, costs[name as DayAction], limit),
      ),
      ...Object.entries(latencyLimits).map(([name, limit]) => {
        const times = day.latencies.get(name) ?? [];
        return {
          name: `${name} in the day, p95 of ${times.length} (p50 ${quantile(times, 0.5).toFixed(1)} ms)`,
          value: quantile(times, 0.95),
          limit,
          unit: 'ms' as const,
        };
      }),
      describeDay(costs, day, used),
      describeStorage(costs),
    ];
  } finally {
    await world.close();
  }
}

const readUsed = async ({ server, brokerPid }: ChainWorld) =>
  await readProcessorTime(server, brokerPid);
const sum = ({ node, database, broker }: ProcessorTime) => node + database + broker;

function describeCost(name: string, cost: ProcessorTime, limit: number): Measurement {
  const parts = `node ${cost.node.toFixed(2)}, database ${cost.database.toFixed(2)}, broker ${cost.broker.toFixed(2)}`;
  return { name: `processor for a ${name} (${parts})`, value: sum(cost), limit, unit: 'ms' };
}

/**
 * Describes the storage of a member in a year as if nothing were deleted. In reality expired tokens
 * and tickets are deleted.
 */
function describeStorage(costs: ChainCosts): Measurement {
  const visits = (gymAssumed.visitsPerDay / gymAssumed.members) * 365;
  const signIns = (gymAssumed.signInsPerDay / gymAssumed.members) * 365;
  const aYear = (of: 'rows' | 'bytes' | 'logBytes') => {
    let total = costs.signIn[of] * signIns;
    for (const [name, times] of Object.entries(perVisit)) {
      total += costs[name as DayAction][of] * times * visits;
    }
    return total;
  };
  const log = `${Math.round(aYear('logBytes') / 1000)} kB of write-ahead log`;
  return {
    name: `storage of a member a year (${Math.round(aYear('rows'))} rows, ${log})`,
    value: aYear('bytes') / 1000,
    limit: maxKbPerMemberYear,
    unit: 'kB',
  };
}

interface PlayedDay {
  readonly latencies: ReadonlyMap<string, readonly number[]>;
  readonly liveMessages: number;
  readonly seconds: number;
}

/** Plays the day. Requests are sent at their time, whether earlier ones were answered or not. */
async function playDay(
  members: ReturnType<typeof createMembers>,
  machines: Awaited<ReturnType<typeof connectMachines>>,
): Promise<PlayedDay> {
  const dayMs = dayMinutes * 60_000;
  const events = planDay(gyms * share, dayMs);
  report(`${events.length} events in ${dayMinutes} minutes`);
  const actions = listActions(members, machines);
  const latencies = new Map<string, number[]>();
  const note = (name: string, ms: number) => {
    const times = latencies.get(name) ?? [];
    latencies.set(name, times);
    times.push(ms);
  };
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const failures: unknown[] = [];
  const fail = (error: unknown) => void failures.push(error);
  const live = playLive(members, machines, {
    readHour: () => (elapsed() / dayMs) * 24,
    note,
    fail,
  });
  const running: Promise<void>[] = [];
  for (const [n, { atMs, action }] of events.entries()) {
    const early = atMs - elapsed();
    if (early > 1) await sleep(early);
    running.push(actions[action](n).then((ms) => note(action, ms), fail));
  }
  await Promise.all(running);
  const liveMessages = await live();
  if (failures.length > 0) {
    throw new Error(`${failures.length} of ${events.length} failed`, { cause: failures[0] });
  }
  return { latencies, liveMessages, seconds: elapsed() / 1000 };
}

/**
 * Plays live pages. Their duration cannot be compressed, so the number of live members is that of
 * the same hour of all gyms in real time, up to the number of acting members. Returns a function
 * that stops it.
 */
function playLive(
  members: ReturnType<typeof createMembers>,
  machines: Awaited<ReturnType<typeof connectMachines>>,
  {
    readHour,
    note,
    fail,
  }: {
    readonly readHour: () => number;
    readonly note: (name: string, ms: number) => void;
    readonly fail: (error: unknown) => void;
  },
): () => Promise<number> {
  const pages: LivePage[] = [];
  const sentAt = new Map<string, number>();
  const end = { isOver: false };
  let sent = 0;
  const tickMs = 500;
  const run = async () => {
    let debt = 0;
    while (!end.isOver) {
      const pause = sleep(tickMs);
      const hour = Math.min(visitShares.length - 1, Math.floor(readHour()));
      const wanted = Math.min(members.count, countLive(gyms, hour));
      while (pages.length > wanted) pages.pop()?.close();
      const missing = Math.min(5, wanted - pages.length);
      for (let n = 0; n < missing; n += 1) {
        const member = pages.length;
        const hear = (seq: number) => {
          const at = sentAt.get(`${member} ${seq}`);
          if (at !== undefined) note('live', performance.now() - at);
        };
        pages.push(await members.openLive(member, hear));
      }
      debt += (pages.length * liveMessagesPerMinute * tickMs) / 60_000;
      for (; debt >= 1; debt -= 1) {
        sent += 1;
        const member = sent % pages.length;
        sentAt.set(`${member} ${sent + 100}`, performance.now());
        await machines.publishRep(member, sent + 100);
      }
      await pause;
    }
  };
  const running = run().catch(fail);
  return async () => {
    end.isOver = true;
    await running;
    for (const page of pages) page.close();
    return sent;
  };
}

function describeDay(costs: ChainCosts, day: PlayedDay, used: ProcessorTime): Measurement {
  let expected = sum(costs.idleSecond) * day.seconds + sum(costs.liveMessage) * day.liveMessages;
  for (const [name, times] of day.latencies) {
    if (name !== 'live') expected += sum(costs[name as DayAction]) * times.length;
  }
  const busy = `node ${percent(used.node, day)}, database ${percent(used.database, day)}, broker ${percent(used.broker, day)} of a core`;
  return {
    name: `processor of the day of ${gyms} gyms, ${share * 100} % of the visits, to the sum of its parts (${busy})`,
    value: sum(used) / expected,
    limit: maxAboveCosts,
    unit: 'x',
  };
}

const percent = (ms: number, { seconds }: PlayedDay) => `${(ms / seconds / 10).toFixed(0)} %`;
