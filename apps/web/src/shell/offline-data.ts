import type { Visit } from '@tanren/contract/workouts/visits';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { addMonths } from '@tanren/domain/workouts/visit-months';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { gymHoursQuery, gymQuery, gymsQuery, plansQuery } from '#entities/gyms/gyms.queries.ts';
import { announcementsQuery } from '#entities/members/announcements.queries.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import {
  myReservationsQuery,
  nextReservationQuery,
} from '#entities/booking/reservations.queries.ts';
import { menuRunQuery, trainingSessionQuery } from '#entities/menus/menus.queries.ts';
import {
  lastVisitQuery,
  visitsOfDayQuery,
  visitsOfMonthQuery,
  visitsQuery,
} from '#entities/workouts/visits.queries.ts';
import {
  workoutLoadsQuery,
  workoutTrendsQuery,
  workoutTypesQuery,
} from '#entities/workouts/workouts.queries.ts';
import { isNearDoor } from '#features/booking/door/door-state.ts';
import { doorQuery } from '#features/booking/door/use-door.ts';
import { businessHoursQuery } from '#features/gyms/gyms.queries.ts';
import {
  gymCancelledQuery,
  myWaitsQuery,
  reservationDaysQuery,
  reservationQuery,
  slotsQuery,
} from '#features/booking/reservations/reservations.queries.ts';
import { todaysMenuQuery } from '#features/menus/today/todays-menu.queries.ts';
import { currentMonth } from '#features/workouts/notebook/months.ts';
import { trainingStatusQuery } from '#features/workouts/status/this-week.tsx';
import {
  doneRunsQuery,
  favoriteMenusQuery,
  myMenusQuery,
  trainerMenusQuery,
} from '#features/menus/menus.queries.ts';
import { mayPrefetch } from '#lib/call-allowance.ts';
import { isApiError } from '#lib/errors.ts';
import { storeAnswer, readStoredTime } from '#lib/offline/stored-answers.ts';
import { isOffline } from '#lib/offline/network.ts';
import { readyWorker, announceBuildReady } from '#lib/offline/worker.ts';
import { serverNow } from '#lib/server-time.ts';

/*
 * Fetches the data that a member needs without a network, while there is one and the page is idle.
 * Each answer is stored as it arrives (`lib/offline/stored-answers.ts`). The requests are made one
 * after the other, so that they delay neither the open page nor the server.
 */

const minuteMs = 60_000;

/** Age in milliseconds below which an answer is not fetched again. */
const freshMs = 15 * minuteMs;
/**
 * Age in milliseconds below which a menu is not fetched again. Menus change rarely and may be many.
 */
const menuFreshMs = 24 * 60 * minuteMs;
/** Maximum number of own menus and of favourite menus that are fetched. */
const maxMenus = 10;
const maxGyms = 2;

/**
 * Options of background queries. Their errors are not shown, because the member did not request
 * them.
 */
const quiet = { staleTime: freshMs, meta: { errorShownByPage: true } } as const;

/** Key of a mark that is stored with the answers once all of them have been fetched. */
const completedKey = ['offline-data-completed'];

/** Time of the last attempt since the page was loaded, so that not every route repeats it. */
const attemptedAt = new WeakMap<QueryClient, number>();

/**
 * Fetches the data. Does nothing without a service worker, because no page would open offline then.
 */
export async function loadOfflineData(
  queryClient: QueryClient,
  waitForWorker = readyWorker,
): Promise<void> {
  if ((await waitForWorker()) === null) return;
  if (Date.now() - (attemptedAt.get(queryClient) ?? 0) < freshMs) return;
  if (isOffline() || !mayPrefetch()) return;
  attemptedAt.set(queryClient, Date.now());
  // This device already has the answers after a reload of the page.
  if (Date.now() - ((await readStoredTime(completedKey)) ?? 0) < freshMs) {
    await announceBuildReady();
    return;
  }
  try {
    const ids = await loadLists(queryClient);
    for (const id of ids.gyms) await loadGym(queryClient, id);
    for (const id of ids.menus) await loadMenu(queryClient, id);
  } catch (error) {
    // The remaining calls are left to the open page.
    if (isTooMany(error) || error instanceof AllowanceSpent) return;
    throw error;
  }
  // The network was lost halfway, so the build that opens without a network stays the same.
  if (isOffline()) return;
  await storeAnswer(completedKey, true);
  await announceBuildReady();
}

/** Thrown when most calls of the minute are used. */
class AllowanceSpent extends Error {}

const isTooMany = (error: unknown) => isApiError(error, 429);

/**
 * Stores the answer, also if the page had it before there was a service worker. Returns `null` if
 * there is none. Throws when the server has received too many calls, or soon will.
 */
async function store<T>(
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
  if (((await readStoredTime(queryKey)) ?? 0) < at) await storeAnswer(queryKey, data, at);
  return data;
}

interface Wanted {
  readonly gyms: readonly number[];
  readonly menus: readonly number[];
}

/** Fetches the home page and the lists. Returns the gyms and menus to fetch as well. */
async function loadLists(queryClient: QueryClient): Promise<Wanted> {
  const fetchAndStore = <T>(query: { queryKey: QueryKey }, answer: Promise<T>) =>
    store(queryClient, query.queryKey, answer);
  const today = await fetchAndStore(
    todaysMenuQuery,
    queryClient.query({ ...todaysMenuQuery, ...quiet }),
  );
  const next = await fetchAndStore(
    nextReservationQuery,
    queryClient.query({ ...nextReservationQuery, ...quiet }),
  );
  const mine = await fetchAndStore(
    myReservationsQuery,
    queryClient.query({ ...myReservationsQuery, ...quiet }),
  );
  for (const one of mine ?? []) await storeAnswer(reservationQuery(one.id).queryKey, one);
  if (next !== null && isNearDoor(next, serverNow())) {
    const door = doorQuery(next.gymId);
    await fetchAndStore(door, queryClient.query(door));
  }
  await fetchAndStore(myWaitsQuery, queryClient.query({ ...myWaitsQuery, ...quiet }));
  await fetchAndStore(gymCancelledQuery, queryClient.query({ ...gymCancelledQuery, ...quiet }));
  const contracts = await fetchAndStore(
    myMembershipsQuery,
    queryClient.query({ ...myMembershipsQuery, ...quiet }),
  );
  await fetchAndStore(menuRunQuery, queryClient.query({ ...menuRunQuery, ...quiet }));
  await fetchAndStore(trainingStatusQuery, queryClient.query({ ...trainingStatusQuery, ...quiet }));
  await fetchAndStore(workoutLoadsQuery, queryClient.query({ ...workoutLoadsQuery, ...quiet }));
  await fetchAndStore(workoutTypesQuery, queryClient.query({ ...workoutTypesQuery, ...quiet }));
  await fetchAndStore(workoutTrendsQuery, queryClient.query({ ...workoutTrendsQuery, ...quiet }));
  await fetchAndStore(announcementsQuery, queryClient.query({ ...announcementsQuery, ...quiet }));
  const visits = await fetchAndStore(
    visitsQuery(null),
    queryClient.infiniteQuery({ ...visitsQuery(null), ...quiet }),
  );
  await storeVisits(visits?.pages[0]);
  // A month that has just begun shows little of the notebook without the one before.
  for (const month of [currentMonth(), addMonths(currentMonth(), -1)]) {
    const query = visitsOfMonthQuery(month);
    await fetchAndStore(query, queryClient.query({ ...query, ...quiet }));
  }
  const [own, marked] = [
    await fetchAndStore(myMenusQuery, queryClient.infiniteQuery({ ...myMenusQuery, ...quiet })),
    await fetchAndStore(
      favoriteMenusQuery,
      queryClient.infiniteQuery({ ...favoriteMenusQuery, ...quiet }),
    ),
  ];
  await fetchAndStore(
    trainerMenusQuery,
    queryClient.infiniteQuery({ ...trainerMenusQuery, ...quiet }),
  );
  const gyms = await fetchAndStore(gymsQuery, queryClient.query({ ...gymsQuery, ...quiet }));
  const held = contracts?.memberships.filter(({ state }) => state !== 'ended') ?? [];
  const gymIds = [...(mine ?? []), ...held].map(({ gymId }) => gymId);
  const menuIds = [own, marked].flatMap((list) =>
    (list?.pages[0]?.items ?? []).slice(0, maxMenus).map((menu) => menu.trainingSessionId),
  );
  const first = gyms?.[0]?.id;
  return {
    gyms: [...new Set([...gymIds, ...(first === undefined ? [] : [first])])].slice(0, maxGyms),
    menus: [
      ...new Set([today?.menu?.trainingSessionId ?? null, ...menuIds].filter((id) => id !== null)),
    ],
  };
}

interface VisitPage {
  readonly items: readonly Visit[];
  readonly nextCursor: string | null;
}

/** Stores each visit of the list as the page of its day, which has the same content. */
async function storeVisits(page: VisitPage | undefined): Promise<void> {
  if (page === undefined) return;
  const { items, nextCursor } = page;
  await storeAnswer(lastVisitQuery.queryKey, items[0] ?? null);
  const days = [...new Set(items.map(({ date }) => date))];
  // The last day is left out if there is another page, which may contain another gym of that day.
  for (const date of nextCursor === null ? days : days.slice(0, -1)) {
    const ofDay = items.filter((visit) => visit.date === date);
    await storeAnswer(visitsOfDayQuery(date).queryKey, ofDay);
  }
}

async function loadGym(queryClient: QueryClient, gymId: number): Promise<void> {
  const fetchAndStore = <T>(query: { queryKey: QueryKey }, answer: Promise<T>) =>
    store(queryClient, query.queryKey, answer);
  const [gym, hours, plans] = [gymQuery(gymId), gymHoursQuery(gymId), plansQuery(gymId)] as const;
  await fetchAndStore(gym, queryClient.query({ ...gym, ...quiet }));
  await fetchAndStore(hours, queryClient.query({ ...hours, ...quiet }));
  await fetchAndStore(plans, queryClient.query({ ...plans, ...quiet }));
  const today = toGymDay(new Date(serverNow()));
  // The opening hours of yesterday may last past midnight, and a phone may be offline for more than
  // a day.
  for (const later of [-1, 0, 1, 2]) {
    const query = businessHoursQuery(gymId, addDays(today, later));
    await fetchAndStore(query, queryClient.query({ ...query, ...quiet }));
  }
  const daysQuery = reservationDaysQuery(gymId);
  const days = await fetchAndStore(daysQuery, queryClient.query({ ...daysQuery, ...quiet }));
  // This is the day that the page opens with.
  const shown = days?.find(({ remaining, mine }) => remaining > 0 || mine)?.date;
  if (shown === undefined) return;
  const slots = slotsQuery(gymId, shown);
  await fetchAndStore(slots, queryClient.query({ ...slots, ...quiet }));
}

async function loadMenu(queryClient: QueryClient, trainingSessionId: number): Promise<void> {
  const menu = trainingSessionQuery(trainingSessionId);
  const storedAt = await readStoredTime(menu.queryKey);
  if (storedAt !== null && Date.now() - storedAt < menuFreshMs) return;
  await store(queryClient, menu.queryKey, queryClient.query({ ...menu, ...quiet }));
  const runs = doneRunsQuery(trainingSessionId);
  await store(queryClient, runs.queryKey, queryClient.infiniteQuery({ ...runs, ...quiet }));
}
