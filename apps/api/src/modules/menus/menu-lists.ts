import { defaultPageLimit } from '@tanren/contract/endpoint';
import type { TrainerTrainingSession, TrainingSessionSummary } from '@tanren/contract/menus/menus';
import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable } from '#db/database.ts';
import {
  favoriteTrainingSessions,
  trainingSessionRuns,
  trainingSessions,
} from '#db/schema/menus.ts';
import {
  cutPage,
  isBefore,
  readTimeCursor,
  selectMicros,
  type TimePosition,
} from '#db/time-cursor.ts';
import { visibleTo } from './menu-visibility.service.ts';
import { requireLink, type TrainedMemberKey } from '#modules/trainers/trainer-link.service.ts';
import { listSummaries, listTrainedSummaries } from './menu-summaries.ts';
import type { Trained } from './menus.store.ts';

/** Selects the last start of the menu in the same row by the member. */
export function selectLastRun(db: Queryable, sub: string) {
  const { startedAt, trainingSessionId, sub: runner } = trainingSessionRuns;
  return db
    .select({ startedAt })
    .from(trainingSessionRuns)
    .where(and(eq(trainingSessionId, trainingSessions.id), eq(runner, sub)))
    .orderBy(desc(startedAt))
    .limit(1)
    .as('last_run');
}

/**
 * Selects the last start of each menu by the member, without menus never started. It reads one
 * entry of the index `training_session_runs_of_session` for each, however often it was done.
 */
export function selectLastRuns(db: Queryable, sub: string, ids: readonly number[]) {
  const lastRun = selectLastRun(db, sub);
  return db
    .select({ id: trainingSessions.id, lastRunAt: lastRun.startedAt })
    .from(trainingSessions)
    .innerJoinLateral(lastRun, sql`true`)
    .where(sql`${trainingSessions.id} = any(${arrayLiteral(ids)}::int[])`);
}

interface PageFilter {
  /** Position after which the page begins. `null` for the first page. */
  readonly from: TimePosition | null;
  readonly limit: number;
}

interface ListFilter extends PageFilter {
  readonly sub: string;
}

/**
 * Selects the member's own menus, last changed first, with the index `training_sessions_of_author`.
 */
export function selectOwnIds(db: Queryable, { sub, ...page }: ListFilter) {
  const { authorSub, forSub } = trainingSessions;
  return selectLastChanged(db, and(eq(authorSub, sub), isNull(forSub)), page);
}

/**
 * Selects the menus that trainers made for the member, with the index
 * `training_sessions_for_member`.
 */
export function selectMadeForIds(db: Queryable, { sub, ...page }: ListFilter) {
  return selectLastChanged(db, and(eq(trainingSessions.forSub, sub), visibleTo(sub)), page);
}

/**
 * Selects the menus that one trainer made for one member, with the index
 * `training_sessions_for_member`.
 */
function selectTrainedIds(
  db: Queryable,
  { authorSub: by, forSub: member, ...page }: Trained & PageFilter,
) {
  const { authorSub, forSub } = trainingSessions;
  return selectLastChanged(db, and(eq(forSub, member), eq(authorSub, by)), page);
}

function selectLastChanged(db: Queryable, which: SQL | undefined, { from, limit }: PageFilter) {
  const { id, updatedAt } = trainingSessions;
  return db
    .select({ id, micros: selectMicros(updatedAt) })
    .from(trainingSessions)
    .where(and(which, from === null ? undefined : isBefore(updatedAt, id, from)))
    .orderBy(desc(updatedAt), desc(id))
    .limit(limit);
}

/**
 * Selects the favourites that the member can see, last added first, with the index
 * `favorite_training_sessions_newest`.
 */
export function selectFavoriteIds(db: Queryable, { sub, from, limit }: ListFilter) {
  const { trainingSessionId, favoritedAt } = favoriteTrainingSessions;
  return db
    .select({ id: trainingSessionId, micros: selectMicros(favoritedAt) })
    .from(favoriteTrainingSessions)
    .innerJoin(trainingSessions, eq(trainingSessions.id, trainingSessionId))
    .where(
      and(
        eq(favoriteTrainingSessions.sub, sub),
        visibleTo(sub),
        from === null ? undefined : isBefore(favoritedAt, trainingSessionId, from),
      ),
    )
    .orderBy(desc(favoritedAt), desc(trainingSessionId))
    .limit(limit);
}

interface PageRequest {
  readonly cursor?: string;
  readonly limit?: number;
}

interface Page<S> {
  items: S[];
  nextCursor: string | null;
}

type MenuPage = Page<TrainingSessionSummary>;

export async function readOwnPage(db: Queryable, sub: string, page: PageRequest) {
  return await readSeenPage(db, sub, page, selectOwnIds);
}

export async function readFavoritePage(db: Queryable, sub: string, page: PageRequest) {
  return await readSeenPage(db, sub, page, selectFavoriteIds);
}

/** Reads the menus that trainers made for the member, even after their link has ended. */
export async function readMadeForPage(
  db: Queryable,
  sub: string,
  page: PageRequest,
): Promise<Page<TrainerTrainingSession>> {
  const { items, nextCursor } = await readSeenPage(db, sub, page, selectMadeForIds);
  const ids = items.map(({ trainingSessionId }) => trainingSessionId);
  const runs = ids.length === 0 ? [] : await selectLastRuns(db, sub, ids);
  const lastRuns = new Map(runs.map(({ id, lastRunAt }) => [id, lastRunAt.toISOString()]));
  const menus = items.map((menu) => ({
    ...menu,
    lastRunAt: lastRuns.get(menu.trainingSessionId) ?? null,
  }));
  return { items: menus, nextCursor };
}

/** Reads the menus that a trainer made for a linked member. */
export async function readTrainedPage(db: Queryable, member: TrainedMemberKey, page: PageRequest) {
  const { trainerSub: authorSub, memberSub: forSub } = await requireLink(db, member);
  const trained = { authorSub, forSub };
  return await readPage(
    page,
    (range) => selectTrainedIds(db, { ...trained, ...range }),
    (ids) => listTrainedSummaries(db, ids, trained),
  );
}

async function readSeenPage(
  db: Queryable,
  sub: string,
  page: PageRequest,
  select: (db: Queryable, filter: ListFilter) => PromiseLike<TimePosition[]>,
): Promise<MenuPage> {
  return await readPage(
    page,
    (range) => select(db, { sub, ...range }),
    (ids) => listSummaries(db, ids, sub),
  );
}

async function readPage(
  { cursor, limit = defaultPageLimit }: PageRequest,
  select: (range: Omit<ListFilter, 'sub'>) => PromiseLike<TimePosition[]>,
  list: (ids: readonly number[]) => Promise<TrainingSessionSummary[]>,
): Promise<MenuPage> {
  const from = cursor === undefined ? null : readTimeCursor(cursor);
  const { items, nextCursor } = cutPage(await select({ from, limit: limit + 1 }), limit);
  return { items: await list(items.map(({ id }) => id)), nextCursor };
}
