import { hashKey, type Query, type QueryKey, type QueryPersister } from '@tanstack/react-query';
import { createStore, delMany, entries, get, keys, set } from 'idb-keyval';
import { recallIdentity } from '#lib/auth/auth.ts';
import { buildId } from '#lib/builds/builds.ts';
import { isGatewayError, isNetworkError } from '#lib/errors.ts';
import { recallServerTime, serverAheadMs } from '#lib/server-time.ts';
import { registerDeviceData } from './device-data.ts';
import {
  chooseToDrop,
  countBytes,
  isOf,
  isWorthKeeping,
  longestMs,
  makeKey,
  mostBytesOfOne,
} from './kept-limits.ts';
import { hasWorker, noteAnswered } from './network.ts';

/*
 * Answers that this device keeps for a time without a network. The network comes first, always:
 * only when it brings nothing a kept answer is shown, with the time it is from. An answer is read by
 * the build that has kept it and by no other, whose code may want another shape.
 */

interface KeptAnswer {
  /** JSON. */
  readonly text: string;
  /** By this device's clock. */
  readonly at: number;
  /** How wrong this device's clock was. */
  readonly serverAheadMs: number;
}

interface OldAnswer {
  readonly data: unknown;
  readonly at: number;
}

const store = createStore('tanren-answers', 'answers');

registerDeviceData('kept-answers', async (except) => {
  const all = (await keys<string>(store)).filter((key) => except === null || !isOf(key, except));
  await delMany(all, store);
});

function recallSub(): string | null {
  return recallIdentity()?.sub ?? null;
}

/** A kept answer of whoever is signed in, or null. */
async function readKept(queryHash: string): Promise<OldAnswer | null> {
  const sub = recallSub();
  if (sub === null) return null;
  try {
    const kept = await get<KeptAnswer>(makeKey(sub, buildId, queryHash), store);
    if (kept === undefined || Date.now() - kept.at > longestMs) return null;
    recallServerTime(kept.serverAheadMs);
    return { data: JSON.parse(kept.text), at: kept.at };
  } catch {
    // A browser that keeps nothing.
    return null;
  }
}

/** From when what is kept for a query is; null: nothing is kept. */
export async function readKeptTime(queryKey: QueryKey): Promise<number | null> {
  return (await readKept(hashKey(queryKey)))?.at ?? null;
}

/** `sub`: who has asked. Whoever has signed in or out since does not find it. */
async function keep(sub: string, queryHash: string, data: unknown, at = Date.now()): Promise<void> {
  const text = JSON.stringify(data);
  if (countBytes(text) > mostBytesOfOne || recallSub() !== sub) return;
  const kept: KeptAnswer = { text, at, serverAheadMs: serverAheadMs() };
  try {
    await set(makeKey(sub, buildId, queryHash), kept, store);
    scheduleTrim();
  } catch {
    // Full or forbidden: then there is nothing to show without a network.
  }
}

/** For what is known by another answer: a visit of the list is a day's page. */
export async function keepAnswer(queryKey: QueryKey, data: unknown, at?: number): Promise<void> {
  const sub = recallSub();
  if (sub !== null) await keep(sub, hashKey(queryKey), data, at);
}

let trimming: ReturnType<typeof setTimeout> | null = null;
const trimAfterMs = 1000;

function scheduleTrim(): void {
  trimming ??= setTimeout(() => {
    trimming = null;
    trim().catch(() => {});
  }, trimAfterMs);
}

async function trim(): Promise<void> {
  const sizes = (await entries<string, KeptAnswer>(store)).map(([key, { at, text }]) => ({
    key,
    at,
    bytes: countBytes(text) + countBytes(key),
  }));
  await delMany(chooseToDrop(sizes, Date.now()), store);
}

/** Once this build has what it needs, nobody reads what others have kept. */
export async function dropOtherBuilds(): Promise<void> {
  const sub = recallSub();
  if (sub === null) return;
  const others = (await keys<string>(store)).filter((key) => !isOf(key, sub, buildId));
  await delMany(others, store);
}

/**
 * A network that has not answered by now may never: what is kept is shown meanwhile. Longer where
 * answers have come late: it is slow, but it is there.
 */
let patienceMs = 3000;
const mostPatienceMs = 10_000;
const secondTryMs = 500;

interface LateAnswer {
  readonly answer: Promise<unknown>;
  readonly askedAt: number;
}

/** What was asked and is still on its way: whoever asks again waits for the same answer. */
const late = new WeakMap<Query, LateAnswer>();
/** By then it is taken for lost. */
const lostAfterMs = 30_000;

function findLate(query: Query): LateAnswer | null {
  const found = late.get(query);
  return found !== undefined && Date.now() - found.askedAt < lostAfterMs ? found : null;
}

function wait(ms: number): Promise<'too late'> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, 'too late' as const);
  });
}

/** As good as it was: what the page has in memory, or what the device has kept. */
async function recall({ state, queryHash }: Query): Promise<OldAnswer | null> {
  if (state.data !== undefined) return { data: state.data, at: state.dataUpdatedAt };
  return await readKept(queryHash);
}

/** The query takes it for an answer of this moment; afterwards it is told from when it is. */
function showOld(query: Query, { data, at }: OldAnswer): unknown {
  setTimeout(() => {
    if (query.state.data === data) query.setState({ dataUpdatedAt: at });
  });
  return data;
}

/** In place of a lost answer; `null`: there is nothing. */
async function answerWithoutNetwork(
  ask: () => Promise<unknown>,
  query: Query,
): Promise<{ readonly data: unknown } | null> {
  const old = await recall(query);
  if (old === null) return null;
  if (navigator.onLine) {
    await wait(secondTryMs);
    const again = await ask().then(
      (data) => ({ data }),
      () => null,
    );
    if (again !== null) return again;
  }
  return { data: showOld(query, old) };
}

interface Missed {
  readonly askedAt: number;
  readonly old: OldAnswer;
}

/** Shown when it comes after all, unless something newer came or is asked for meanwhile. */
function followLate(query: Query, asked: Promise<unknown>, { askedAt, old }: Missed): void {
  const forget = () => {
    if (late.get(query)?.answer === asked) late.delete(query);
  };
  asked.then((data) => {
    forget();
    patienceMs = Math.min(mostPatienceMs, Math.max(patienceMs, 2 * (Date.now() - askedAt)));
    noteAnswered(true);
    if (query.state.data === old.data && query.state.fetchStatus === 'idle') query.setData(data);
  }, forget);
}

/** The answer itself where it comes in time, and what is kept where it does not. */
async function answerInTime(ask: () => Promise<unknown>, query: Query): Promise<unknown> {
  const { answer: asked, askedAt } = findLate(query) ?? { answer: ask(), askedAt: Date.now() };
  try {
    const answer = await Promise.race([asked.then((data) => ({ data })), wait(patienceMs)]);
    if (answer !== 'too late') return answer.data;
  } catch (error) {
    if (!isNetworkError(error) && !isGatewayError(error)) throw error;
    const instead = await answerWithoutNetwork(ask, query);
    if (instead === null) throw error;
    return instead.data;
  }
  const old = await recall(query);
  if (old === null) return await asked;
  noteAnswered(false);
  if (findLate(query) === null) {
    late.set(query, { answer: asked, askedAt });
    followLate(query, asked, { askedAt, old });
  }
  return showOld(query, old);
}

/** What every query passes: see above. Only with a worker, without which no page would open. */
export const answerPersister: QueryPersister = async (queryFn, context, query) => {
  const sub = hasWorker() && isWorthKeeping(query.queryKey) ? recallSub() : null;
  if (sub === null) return await queryFn(context);
  const ask = async () => {
    const data: unknown = await queryFn(context);
    void keep(sub, query.queryHash, data);
    return data;
  };
  return await answerInTime(ask, query);
};
