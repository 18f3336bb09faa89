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
 * Answers that this device stores for times without a network. The network always comes first: a
 * stored answer is shown only if the network returns none, together with its time. Only the build
 * that stored an answer reads it, because another one may expect another shape.
 */

interface KeptAnswer {
  /** Answer as JSON. */
  readonly text: string;
  /** Time of the answer by the clock of this device, in milliseconds. */
  readonly at: number;
  /** Milliseconds by which the server's clock was ahead of this device's. */
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

/** Returns a stored answer of the signed-in member, or `null`. */
async function readKept(queryHash: string): Promise<OldAnswer | null> {
  const sub = recallSub();
  if (sub === null) return null;
  try {
    const kept = await get<KeptAnswer>(makeKey(sub, buildId, queryHash), store);
    if (kept === undefined || Date.now() - kept.at > longestMs) return null;
    recallServerTime(kept.serverAheadMs);
    return { data: JSON.parse(kept.text), at: kept.at };
  } catch {
    // This browser stores nothing.
    return null;
  }
}

/** Returns the time of the stored answer for a query, or `null` if there is none. */
export async function readKeptTime(queryKey: QueryKey): Promise<number | null> {
  return (await readKept(hashKey(queryKey)))?.at ?? null;
}

/**
 * Stores an answer for the member `sub` who made the request. It is dropped if another member has
 * signed in since.
 */
async function keep(sub: string, queryHash: string, data: unknown, at = Date.now()): Promise<void> {
  const text = JSON.stringify(data);
  if (countBytes(text) > mostBytesOfOne || recallSub() !== sub) return;
  const kept: KeptAnswer = { text, at, serverAheadMs: serverAheadMs() };
  try {
    await set(makeKey(sub, buildId, queryHash), kept, store);
    scheduleTrim();
  } catch {
    // The storage is full or forbidden, so there will be nothing to show without a network.
  }
}

/**
 * Stores an answer that is known from another one: a visit in the list is also the page of a day.
 */
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

/** Deletes the answers of other builds. Call it once this build has stored what it needs. */
export async function dropOtherBuilds(): Promise<void> {
  const sub = recallSub();
  if (sub === null) return;
  const others = (await keys<string>(store)).filter((key) => !isOf(key, sub, buildId));
  await delMany(others, store);
}

/**
 * Time in milliseconds after which a stored answer is shown while the network has not answered. It
 * grows when answers have come late, because the network is then slow but working.
 */
let patienceMs = 3000;
const mostPatienceMs = 10_000;
const secondTryMs = 500;

interface LateAnswer {
  readonly answer: Promise<unknown>;
  readonly askedAt: number;
}

/** Requests that are still on their way. A repeated query waits for the same answer. */
const late = new WeakMap<Query, LateAnswer>();
/** Time in milliseconds after which such a request counts as lost. */
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

/** Returns the last known answer, from memory or from this device. */
async function recall({ state, queryHash }: Query): Promise<OldAnswer | null> {
  if (state.data !== undefined) return { data: state.data, at: state.dataUpdatedAt };
  return await readKept(queryHash);
}

/**
 * Returns an old answer to the query, which marks it as current. The timer then sets its real time.
 */
function showOld(query: Query, { data, at }: OldAnswer): unknown {
  setTimeout(() => {
    if (query.state.data === data) query.setState({ dataUpdatedAt: at });
  });
  return data;
}

/** Returns an answer after the network failed, or `null` when there is no old one. */
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

/** Shows a late answer, unless a newer one has arrived or been requested. */
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

/** Returns the answer if it comes in time, and otherwise the stored one. */
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

/**
 * Persister of every query. It stores answers only where a service worker runs, because without one
 * no page would open offline.
 */
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
