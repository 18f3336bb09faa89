import type { TrainingSession, TrainingSessionSummary } from '@tanren/contract/menus/menus';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { trainingSessionQuery, trainingSessionsKey } from '#entities/menus/menus.queries.ts';
import { favoriteMenusQuery, menuListsKey, type MenuPage } from './menus.queries.ts';

/** Favourite choices that the server has not confirmed, by menu id. */
export type PendingFavorites = ReadonlyMap<number, boolean>;

type MenuPages = InfiniteData<MenuPage, string | null>;

/**
 * Lists each menu once. Changes made while a list is read shift its pages, so one menu may be on
 * two of them.
 */
export function listEachOnce(pages: readonly MenuPage[]): TrainingSessionSummary[] {
  const byId = new Map<number, TrainingSessionSummary>();
  for (const session of pages.flatMap(({ items }) => items)) {
    if (!byId.has(session.trainingSessionId)) byId.set(session.trainingSessionId, session);
  }
  return [...byId.values()];
}

function changeLists(
  queryClient: QueryClient,
  change: (items: TrainingSessionSummary[]) => TrainingSessionSummary[],
  queryKey: readonly unknown[] = menuListsKey,
): void {
  queryClient.setQueriesData<MenuPages>({ queryKey }, (list) =>
    list === undefined
      ? undefined
      : { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
}

/** Returns a menu from the loaded data, or `null` when it has not been loaded. */
export function findKnownMenu(
  queryClient: QueryClient,
  trainingSessionId: number,
): TrainingSessionSummary | null {
  const one = queryClient.getQueryData(trainingSessionQuery(trainingSessionId).queryKey);
  if (one) return one;
  const lists = queryClient.getQueriesData<MenuPages>({ queryKey: menuListsKey });
  for (const [, list] of lists) {
    const found = listEachOnce(list?.pages ?? []).find(
      (session) => session.trainingSessionId === trainingSessionId,
    );
    if (found) return found;
  }
  return null;
}

type FavoriteAnswer = Pick<
  TrainingSessionSummary,
  'trainingSessionId' | 'favorite' | 'favoriteCount'
>;

function applyFavorite(queryClient: QueryClient, answer: FavoriteAnswer): void {
  const { trainingSessionId } = answer;
  const update = <S extends TrainingSessionSummary>(session: S): S =>
    session.trainingSessionId === trainingSessionId ? { ...session, ...answer } : session;
  changeLists(queryClient, (items) => items.map(update));
  queryClient.setQueryData(
    trainingSessionQuery(trainingSessionId).queryKey,
    (session: TrainingSession | null | undefined) => (session ? update(session) : session),
  );
}

/** Applies the server's answer to every cached list and page. */
export function cacheFavorite(queryClient: QueryClient, answer: FavoriteAnswer): void {
  // A request that was sent earlier may be answered later and would undo the change.
  const onTheirWay = queryClient
    .getQueryCache()
    .findAll({ queryKey: [trainingSessionsKey], fetchStatus: 'fetching' });
  for (const { promise } of onTheirWay) {
    const again = () => {
      applyFavorite(queryClient, answer);
    };
    void promise?.then(again, again);
  }
  applyFavorite(queryClient, answer);
  if (answer.favorite) addToFavorites(queryClient, answer.trainingSessionId);
}

/** Adds the menu to the top of the favourites, which start with the latest. */
function addToFavorites(queryClient: QueryClient, trainingSessionId: number): void {
  const known = findKnownMenu(queryClient, trainingSessionId);
  const { queryKey } = favoriteMenusQuery;
  const list = queryClient.getQueryData(queryKey);
  const [first, ...others] = list?.pages ?? [];
  if (known === null || !list || !first) return;
  const listed = listEachOnce(list.pages).some(
    (session) => session.trainingSessionId === trainingSessionId,
  );
  if (listed) return;
  const pages = [{ ...first, items: [known, ...first.items] }, ...others];
  queryClient.setQueryData(queryKey, { ...list, pages });
}

/** Removes a deleted menu from every cached list before the lists are read again. */
export function removeCachedMenu(queryClient: QueryClient, trainingSessionId: number): void {
  changeLists(queryClient, (items) =>
    items.filter((session) => session.trainingSessionId !== trainingSessionId),
  );
}

interface FavoritesParts {
  readonly pages: readonly MenuPage[];
  readonly pending: PendingFavorites;
  /** Menus that the member unmarked on this page. */
  readonly unmarkedHere: ReadonlySet<number>;
  readonly find: (trainingSessionId: number) => TrainingSessionSummary | null;
}

/**
 * Returns the favourites as the member wants them, latest first, including choices that the server
 * has not confirmed.
 */
export function listFavorites({ pages, pending, unmarkedHere, find }: FavoritesParts) {
  const listed = listEachOnce(pages);
  const added = [...pending]
    .filter(([id, favorite]) => favorite && !listed.some((s) => s.trainingSessionId === id))
    .map(([id]) => find(id))
    .filter((session) => session !== null);
  const still = listed.filter(
    ({ trainingSessionId: id, favorite }) => unmarkedHere.has(id) || (pending.get(id) ?? favorite),
  );
  return [...added.toReversed(), ...still];
}
