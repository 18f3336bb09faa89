import type { TrainingSession, TrainingSessionSummary } from '@tanren/contract/menus/menus';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { trainingSessionQuery, trainingSessionsKey } from '#entities/menus/menus.queries.ts';
import { favoriteSessionsQuery, sessionListsKey, type SessionPage } from './menus.queries.ts';

/** What a member wants of sessions, by their ids. */
export type PendingFavorites = ReadonlyMap<number, boolean>;

type SessionPages = InfiniteData<SessionPage, string | null>;

/** What is marked or made while a list is read moves its pages: the same one may be on two of them. */
export function listEachOnce(pages: readonly SessionPage[]): TrainingSessionSummary[] {
  const byId = new Map<number, TrainingSessionSummary>();
  for (const session of pages.flatMap(({ items }) => items)) {
    if (!byId.has(session.trainingSessionId)) byId.set(session.trainingSessionId, session);
  }
  return [...byId.values()];
}

function changeLists(
  queryClient: QueryClient,
  change: (items: TrainingSessionSummary[]) => TrainingSessionSummary[],
  queryKey: readonly unknown[] = sessionListsKey,
): void {
  queryClient.setQueriesData<SessionPages>({ queryKey }, (list) =>
    list === undefined
      ? undefined
      : { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
}

/** From whatever has been loaded; null: nothing is known of it. */
export function findKnownSession(
  queryClient: QueryClient,
  trainingSessionId: number,
): TrainingSessionSummary | null {
  const one = queryClient.getQueryData(trainingSessionQuery(trainingSessionId).queryKey);
  if (one) return one;
  const lists = queryClient.getQueriesData<SessionPages>({ queryKey: sessionListsKey });
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

/** What the server answered becomes what every list and page shows. */
export function keepFavorite(queryClient: QueryClient, answer: FavoriteAnswer): void {
  // What was asked before it may arrive after it, and would undo it.
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

/** Last added first. */
function addToFavorites(queryClient: QueryClient, trainingSessionId: number): void {
  const known = findKnownSession(queryClient, trainingSessionId);
  const { queryKey } = favoriteSessionsQuery;
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

/** A deleted one leaves every list before they are asked again. */
export function forgetSession(queryClient: QueryClient, trainingSessionId: number): void {
  changeLists(queryClient, (items) =>
    items.filter((session) => session.trainingSessionId !== trainingSessionId),
  );
}

interface FavoritesParts {
  readonly pages: readonly SessionPage[];
  readonly pending: PendingFavorites;
  /** Unmarked on this very page. */
  readonly unmarkedHere: ReadonlySet<number>;
  readonly find: (trainingSessionId: number) => TrainingSessionSummary | null;
}

/** The favourites as the member wants them, last added first, before the server knows it too. */
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
