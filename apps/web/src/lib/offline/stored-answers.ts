import { toGymDay } from '@tanren/domain/gyms/gym-time';
import {
  hashKey,
  type Query,
  type QueryClient,
  type QueryKey,
  type QueryPersister,
} from '@tanstack/react-query';
import { createStore, delMany, entries, getMany, keys, set } from 'idb-keyval';
import { getStoredIdentity } from '#lib/auth/auth.ts';
import { buildId } from '#lib/builds/builds.ts';
import { isGatewayError, isNetworkError } from '#lib/errors.ts';
import { waitAtMost } from '#lib/limit-time.ts';
import { restoreServerTime, serverAheadMs, serverNow, toServerTime } from '#lib/server-time.ts';
import { registerDeviceData } from './device-data.ts';
import {
  chooseToRemove,
  countBytes,
  isOf,
  isWorthStoring,
  longestMs,
  makeKey,
  maxBytesPerAnswer,
} from './storage-limits.ts';
import { hasWorker, recordAnswered } from './network.ts';

/*
 * Answers that this device stores for times without a network. The network comes first: a stored
 * answer is shown only if the network returns none, together with its time. The one exception is
 * the start of the app on the home page, which shows the answers of today and refreshes them. Only
 * the build that stored an answer reads it, because another one may expect another shape.
 */

interface StoredAnswer {
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

function getStoredSub(): string | null {
  return getStoredIdentity()?.sub ?? null;
}

/**
 * Returns stored answers of the signed-in member, read in one transaction. Each missing one is
 * `null`.
 */
async function readAllStored(queryHashes: readonly string[]): Promise<(OldAnswer | null)[]> {
  const sub = getStoredSub();
  const none = queryHashes.map(() => null);
  if (sub === null) return none;
  try {
    const storedKeys = queryHashes.map((queryHash) => makeKey(sub, buildId, queryHash));
    const kept = await getMany<StoredAnswer | undefined>(storedKeys, store);
    return kept.map((answer) => {
      if (answer === undefined || Date.now() - answer.at > longestMs) return null;
      restoreServerTime(answer.serverAheadMs);
      return { data: JSON.parse(answer.text) as unknown, at: answer.at };
    });
  } catch {
    // This browser stores nothing.
    return none;
  }
}

/** Returns a stored answer of the signed-in member, or `null`. */
async function readStored(queryHash: string): Promise<OldAnswer | null> {
  const [answer = null] = await readAllStored([queryHash]);
  return answer;
}

/** Returns the time of the stored answer for a query, or `null` if there is none. */
export async function readStoredTime(queryKey: QueryKey): Promise<number | null> {
  return (await readStored(hashKey(queryKey)))?.at ?? null;
}

function isOfToday(answer: OldAnswer | null): answer is OldAnswer {
  const today = toGymDay(new Date(serverNow()));
  return answer !== null && toGymDay(new Date(toServerTime(answer.at))) === today;
}

/**
 * Puts the stored answers to all of these queries into memory, and returns whether that was
 * possible. They must be of today in the gyms' time zone: the menu and the reservation of another
 * day would look like those of today. They keep their time, so the page that shows them fetches
 * them again.
 */
export async function restoreTodaysAnswers(
  queryClient: QueryClient,
  queryKeys: readonly QueryKey[],
): Promise<boolean> {
  const sub = hasWorker() ? getStoredSub() : null;
  if (sub === null) return false;
  const answers = await readAllStored(queryKeys.map((queryKey) => hashKey(queryKey)));
  // Another tab may have signed in as another member in the meantime.
  if (getStoredSub() !== sub || !answers.every(isOfToday)) return false;
  for (const [index, { data, at }] of answers.entries()) {
    queryClient.setQueryData(queryKeys[index] ?? [], data, { updatedAt: at });
  }
  return true;
}

/**
 * Stores an answer for the member `sub` who made the request. It is dropped if another member has
 * signed in since.
 */
async function writeAnswer(
  sub: string,
  queryHash: string,
  data: unknown,
  at = Date.now(),
): Promise<void> {
  const text = JSON.stringify(data);
  if (countBytes(text) > maxBytesPerAnswer || getStoredSub() !== sub) return;
  const kept: StoredAnswer = { text, at, serverAheadMs: serverAheadMs() };
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
export async function storeAnswer(queryKey: QueryKey, data: unknown, at?: number): Promise<void> {
  const sub = getStoredSub();
  if (sub !== null) await writeAnswer(sub, hashKey(queryKey), data, at);
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
  const sizes = (await entries<string, StoredAnswer>(store)).map(([key, { at, text }]) => ({
    key,
    at,
    bytes: countBytes(text) + countBytes(key),
  }));
  await delMany(chooseToRemove(sizes, Date.now()), store);
}

/** Deletes the answers of other builds. Call it once this build has stored what it needs. */
export async function deleteOtherBuilds(): Promise<void> {
  const sub = getStoredSub();
  if (sub === null) return;
  const others = (await keys<string>(store)).filter((key) => !isOf(key, sub, buildId));
  await delMany(others, store);
}

/**
 * Time in milliseconds after which a stored answer is shown while the network has not answered. It
 * grows when answers have come late, because the network is then slow but working.
 */
let timeoutMs = 3000;
const maxTimeoutMs = 10_000;
const secondTryMs = 500;

interface PendingAnswer {
  readonly answer: Promise<unknown>;
  readonly requestedAt: number;
}

/** Requests that are still on their way. A repeated query waits for the same answer. */
const pendingAnswers = new WeakMap<Query, PendingAnswer>();
/** Time in milliseconds after which such a request counts as lost. */
const lostAfterMs = 30_000;

function findPendingAnswer(query: Query): PendingAnswer | null {
  const found = pendingAnswers.get(query);
  return found !== undefined && Date.now() - found.requestedAt < lostAfterMs ? found : null;
}

/** Returns the last known answer, from memory or from this device. */
async function readOld({ state, queryHash }: Query): Promise<OldAnswer | null> {
  if (state.data !== undefined) return { data: state.data, at: state.dataUpdatedAt };
  return await readStored(queryHash);
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
  fetchAnswer: () => Promise<unknown>,
  query: Query,
): Promise<{ readonly data: unknown } | null> {
  const old = await readOld(query);
  if (old === null) return null;
  if (navigator.onLine) {
    await new Promise((resolve) => setTimeout(resolve, secondTryMs));
    const again = await fetchAnswer().then(
      (data) => ({ data }),
      () => null,
    );
    if (again !== null) return again;
  }
  return { data: showOld(query, old) };
}

interface Missed {
  readonly requestedAt: number;
  readonly old: OldAnswer;
}

/** Shows a late answer, unless a newer one has arrived or been requested. */
function watchPendingAnswer(
  query: Query,
  pending: Promise<unknown>,
  { requestedAt, old }: Missed,
): void {
  const removePending = () => {
    if (pendingAnswers.get(query)?.answer === pending) pendingAnswers.delete(query);
  };
  pending.then((data) => {
    removePending();
    timeoutMs = Math.min(maxTimeoutMs, Math.max(timeoutMs, 2 * (Date.now() - requestedAt)));
    recordAnswered(true);
    if (query.state.data === old.data && query.state.fetchStatus === 'idle') query.setData(data);
  }, removePending);
}

/** Returns the answer if it comes in time, and otherwise the stored one. */
async function answerInTime(fetchAnswer: () => Promise<unknown>, query: Query): Promise<unknown> {
  const { answer: pending, requestedAt } = findPendingAnswer(query) ?? {
    answer: fetchAnswer(),
    requestedAt: Date.now(),
  };
  try {
    const inTime = pending.then((data) => ({ data }));
    const answer = await waitAtMost(timeoutMs, inTime, null);
    if (answer !== null) return answer.data;
  } catch (error) {
    if (!isNetworkError(error) && !isGatewayError(error)) throw error;
    const instead = await answerWithoutNetwork(fetchAnswer, query);
    if (instead === null) throw error;
    return instead.data;
  }
  const old = await readOld(query);
  if (old === null) return await pending;
  recordAnswered(false);
  if (findPendingAnswer(query) === null) {
    pendingAnswers.set(query, { answer: pending, requestedAt });
    watchPendingAnswer(query, pending, { requestedAt, old });
  }
  return showOld(query, old);
}

/**
 * Persister of every query. It stores answers only where a service worker runs, because without one
 * no page would open offline.
 */
export const answerPersister: QueryPersister = async (queryFn, context, query) => {
  const sub = hasWorker() && isWorthStoring(query.queryKey) ? getStoredSub() : null;
  if (sub === null) return await queryFn(context);
  const fetchAnswer = async () => {
    const data: unknown = await queryFn(context);
    void writeAnswer(sub, query.queryHash, data);
    return data;
  };
  return await answerInTime(fetchAnswer, query);
};
