import type { Visit } from '@tanren/contract/visits';
import { addDays, toGymDay } from '@tanren/domain/gym-time';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { gymHoursQuery, gymQuery, gymsQuery, plansQuery } from '#entities/gyms/gyms.queries.ts';
import { informationsQuery } from '#entities/informations/informations.queries.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import {
  myReservationsQuery,
  nextReservationQuery,
} from '#entities/reservations/reservations.queries.ts';
import {
  sessionRunQuery,
  trainingSessionQuery,
} from '#entities/training-sessions/training-sessions.queries.ts';
import { lastVisitQuery, visitsOfDayQuery, visitsQuery } from '#entities/visits/visits.queries.ts';
import { workoutLoadsQuery, workoutTypesQuery } from '#entities/workouts/workouts.queries.ts';
import { isNearDoor } from '#features/door/door-state.ts';
import { doorQuery } from '#features/door/use-door.ts';
import { businessHoursQuery } from '#features/gyms/gyms.queries.ts';
import {
  gymCancelledQuery,
  myWaitsQuery,
  reservationDaysQuery,
  reservationQuery,
  slotsQuery,
} from '#features/reservations/reservations.queries.ts';
import { todaysMenuQuery } from '#features/todays-menu/todays-menu.queries.ts';
import { trainingStatusQuery } from '#features/training-status/this-week.tsx';
import {
  doneRunsQuery,
  favoriteSessionsQuery,
  mySessionsQuery,
  trainerSessionsQuery,
} from '#features/training-sessions/training-sessions.queries.ts';
import { mayPrefetch } from '#lib/call-allowance.ts';
import { isApiError } from '#lib/errors.ts';
import { keepAnswer, readKeptTime } from '#lib/offline/kept-answers.ts';
import { isOffline } from '#lib/offline/network.ts';
import { readyWorker, tellBuildReady } from '#lib/offline/worker.ts';
import { serverNow } from '#lib/server-time.ts';

/*
 * Fetches what a member will want to see without a network, while there is one and nobody waits.
 * Each answer is kept as it comes (`lib/offline/kept-answers.ts`). One after the other: the page that
 * is open, and the server, have better things to do.
 */

const minuteMs = 60_000;

/** Newer than this nothing is asked for again. */
const freshMs = 15 * minuteMs;
/** Menus change seldom, and there may be many. */
const menuFreshMs = 24 * 60 * minuteMs;
/** Of own and of favourite menus each. */
const mostMenus = 10;
const mostGyms = 2;

/** Nobody is told of what nobody has asked for. */
const quiet = { staleTime: freshMs, meta: { errorShownByPage: true } } as const;

/** Stored with the answers once all of them are there. */
const completedKey = ['offline-data-completed'];

/** The last attempt since the page was loaded, which is not repeated with every route. */
const attemptedAt = new WeakMap<QueryClient, number>();

/** Nothing where there is no worker: without it no page would open. */
export async function loadOfflineData(
  queryClient: QueryClient,
  waitForWorker = readyWorker,
): Promise<void> {
  if ((await waitForWorker()) === null) return;
  if (Date.now() - (attemptedAt.get(queryClient) ?? 0) < freshMs) return;
  if (isOffline() || !mayPrefetch()) return;
  attemptedAt.set(queryClient, Date.now());
  // After a reload of the page this device has the answers already.
  if (Date.now() - ((await readKeptTime(completedKey)) ?? 0) < freshMs) {
    await tellBuildReady();
    return;
  }
  try {
    const ids = await loadLists(queryClient);
    for (const id of ids.gyms) await loadGym(queryClient, id);
    for (const id of ids.menus) await loadMenu(queryClient, id);
  } catch (error) {
    // The calls that the server still takes belong to the page that is open.
    if (isTooMany(error) || error instanceof AllowanceSpent) return;
    throw error;
  }
  // Lost in the middle: what opens without a network stays what it was.
  if (isOffline()) return;
  await keepAnswer(completedKey, true);
  await tellBuildReady();
}

/** Thrown when most calls of the minute are used. */
class AllowanceSpent extends Error {}

const isTooMany = (error: unknown) => isApiError(error, 429);

/**
 * Kept also where the page had the answer before there was a worker; null: there is none. Fails when
 * the server has had too many calls, or soon will have.
 */
async function keep<T>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  answer: Promise<T>,
): Promise<T | null> {
  const data = await answer.catch((error: unknown) => {
    if (isTooMany(error)) throw error;
    return undefined;
  });
  if (!mayPrefetch()) throw new AllowanceSpent();
  if (data === undefined) return null;
  const at = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? Date.now();
  if (((await readKeptTime(queryKey)) ?? 0) < at) await keepAnswer(queryKey, data, at);
  return data;
}

interface Wanted {
  readonly gyms: readonly number[];
  readonly menus: readonly number[];
}

/** Home and the lists; tells which gyms and menus are to be had as well. */
async function loadLists(queryClient: QueryClient): Promise<Wanted> {
  const ask = <T>(query: { queryKey: QueryKey }, answer: Promise<T>) =>
    keep(queryClient, query.queryKey, answer);
  const today = await ask(todaysMenuQuery, queryClient.query({ ...todaysMenuQuery, ...quiet }));
  const next = await ask(
    nextReservationQuery,
    queryClient.query({ ...nextReservationQuery, ...quiet }),
  );
  const mine = await ask(
    myReservationsQuery,
    queryClient.query({ ...myReservationsQuery, ...quiet }),
  );
  for (const one of mine ?? []) await keepAnswer(reservationQuery(one.id).queryKey, one);
  if (next !== null && isNearDoor(next, serverNow())) {
    const door = doorQuery(next.gymId);
    await ask(door, queryClient.query(door));
  }
  await ask(myWaitsQuery, queryClient.query({ ...myWaitsQuery, ...quiet }));
  await ask(gymCancelledQuery, queryClient.query({ ...gymCancelledQuery, ...quiet }));
  const contracts = await ask(
    myMembershipsQuery,
    queryClient.query({ ...myMembershipsQuery, ...quiet }),
  );
  await ask(sessionRunQuery, queryClient.query({ ...sessionRunQuery, ...quiet }));
  await ask(trainingStatusQuery, queryClient.query({ ...trainingStatusQuery, ...quiet }));
  await ask(workoutLoadsQuery, queryClient.query({ ...workoutLoadsQuery, ...quiet }));
  await ask(workoutTypesQuery, queryClient.query({ ...workoutTypesQuery, ...quiet }));
  await ask(informationsQuery, queryClient.query({ ...informationsQuery, ...quiet }));
  const visits = await ask(
    visitsQuery(null),
    queryClient.infiniteQuery({ ...visitsQuery(null), ...quiet }),
  );
  await keepVisits(visits?.pages[0]);
  const [own, marked] = [
    await ask(mySessionsQuery, queryClient.infiniteQuery({ ...mySessionsQuery, ...quiet })),
    await ask(
      favoriteSessionsQuery,
      queryClient.infiniteQuery({ ...favoriteSessionsQuery, ...quiet }),
    ),
  ];
  await ask(trainerSessionsQuery, queryClient.infiniteQuery({ ...trainerSessionsQuery, ...quiet }));
  const gyms = await ask(gymsQuery, queryClient.query({ ...gymsQuery, ...quiet }));
  const held = contracts?.memberships.filter(({ state }) => state !== 'ended') ?? [];
  const gymIds = [...(mine ?? []), ...held].map(({ gymId }) => gymId);
  const menuIds = [own, marked].flatMap((list) =>
    (list?.pages[0]?.items ?? []).slice(0, mostMenus).map((menu) => menu.trainingSessionId),
  );
  const first = gyms?.[0]?.id;
  return {
    gyms: [...new Set([...gymIds, ...(first === undefined ? [] : [first])])].slice(0, mostGyms),
    menus: [
      ...new Set([today?.menu?.trainingSessionId ?? null, ...menuIds].filter((id) => id !== null)),
    ],
  };
}

interface VisitPage {
  readonly items: readonly Visit[];
  readonly nextCursor: string | null;
}

/** Each visit of the list has a page of its day, with the same content. */
async function keepVisits(page: VisitPage | undefined): Promise<void> {
  if (page === undefined) return;
  const { items, nextCursor } = page;
  await keepAnswer(lastVisitQuery.queryKey, items[0] ?? null);
  const days = [...new Set(items.map(({ date }) => date))];
  // Of the last day the next page may have another gym.
  for (const date of nextCursor === null ? days : days.slice(0, -1)) {
    const ofDay = items.filter((visit) => visit.date === date);
    await keepAnswer(visitsOfDayQuery(date).queryKey, ofDay);
  }
}

async function loadGym(queryClient: QueryClient, gymId: number): Promise<void> {
  const ask = <T>(query: { queryKey: QueryKey }, answer: Promise<T>) =>
    keep(queryClient, query.queryKey, answer);
  const [gym, hours, plans] = [gymQuery(gymId), gymHoursQuery(gymId), plansQuery(gymId)] as const;
  await ask(gym, queryClient.query({ ...gym, ...quiet }));
  await ask(hours, queryClient.query({ ...hours, ...quiet }));
  await ask(plans, queryClient.query({ ...plans, ...quiet }));
  const today = toGymDay(new Date(serverNow()));
  // Yesterday's may last past midnight; a phone may stay without a network for longer than a day.
  for (const later of [-1, 0, 1, 2]) {
    const query = businessHoursQuery(gymId, addDays(today, later));
    await ask(query, queryClient.query({ ...query, ...quiet }));
  }
  const daysQuery = reservationDaysQuery(gymId);
  const days = await ask(daysQuery, queryClient.query({ ...daysQuery, ...quiet }));
  // The day that the page opens with.
  const shown = days?.find(({ remaining, mine }) => remaining > 0 || mine)?.date;
  if (shown === undefined) return;
  const slots = slotsQuery(gymId, shown);
  await ask(slots, queryClient.query({ ...slots, ...quiet }));
}

async function loadMenu(queryClient: QueryClient, trainingSessionId: number): Promise<void> {
  const menu = trainingSessionQuery(trainingSessionId);
  const keptAt = await readKeptTime(menu.queryKey);
  if (keptAt !== null && Date.now() - keptAt < menuFreshMs) return;
  await keep(queryClient, menu.queryKey, queryClient.query({ ...menu, ...quiet }));
  const runs = doneRunsQuery(trainingSessionId);
  await keep(queryClient, runs.queryKey, queryClient.infiniteQuery({ ...runs, ...quiet }));
}
