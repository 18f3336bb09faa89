import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  favoriteTrainingSessions,
  type TrainingSessionRow,
  trainingSessions,
} from '#db/schema/menus.ts';
import { userInfos } from '#db/schema/members.ts';
import { visibleTo } from './menu-visibility.service.ts';
import type { StoredContent } from './menu-content.ts';

const seen = {
  id: trainingSessions.id,
  authorSub: trainingSessions.authorSub,
  title: trainingSessions.title,
  description: trainingSessions.description,
  tags: trainingSessions.tags,
  visibility: trainingSessions.visibility,
  items: trainingSessions.items,
  version: trainingSessions.version,
  favoriteCount: trainingSessions.favoriteCount,
  createdAt: trainingSessions.createdAt,
  updatedAt: trainingSessions.updatedAt,
  forSub: trainingSessions.forSub,
  hiddenReason: trainingSessions.hiddenReason,
  fixedOrder: trainingSessions.fixedOrder,
  /** `null` if the author has no profile. */
  nickname: userInfos.nickname,
  favorite: sql<boolean>`${favoriteTrainingSessions.sub} is not null`,
};

export type SeenMenu = Awaited<ReturnType<typeof selectMenus>>[number];

/** Selects menus with their author and favourites, as one member sees them. */
export function selectMenus(db: Queryable, sub: string, which: SQL) {
  return selectSurrounded(db, sub, and(visibleTo(sub), which));
}

/**
 * Selects menus that a trainer made for a member, as the trainer sees them. The caller has checked
 * the link.
 */
export function selectTrainedMenus(db: Queryable, { authorSub, forSub }: Trained, which?: SQL) {
  const isTheirs = and(
    eq(trainingSessions.authorSub, authorSub),
    eq(trainingSessions.forSub, forSub),
  );
  return selectSurrounded(db, authorSub, and(isTheirs, which));
}

export interface Trained {
  /** Id of the trainer who made the menu. */
  readonly authorSub: string;
  /** Id of the member whom the menu is for. */
  readonly forSub: string;
}

function selectSurrounded(db: Queryable, sub: string, which: SQL | undefined) {
  return db
    .select(seen)
    .from(trainingSessions)
    .leftJoin(userInfos, eq(userInfos.sub, trainingSessions.authorSub))
    .leftJoin(
      favoriteTrainingSessions,
      and(
        eq(favoriteTrainingSessions.trainingSessionId, trainingSessions.id),
        eq(favoriteTrainingSessions.sub, sub),
      ),
    )
    .where(which);
}

/** Serializes transactions that count a member's menus or reports before they add another. */
export async function lockMemberMenus(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.memberSessions}, hashtext(${sub}))`,
  );
}

/** The list that a menu belongs to: the author's own menus, or those made for one member. */
type Shelf = Pick<TrainingSessionRow, 'authorSub' | 'forSub'>;

function isOn({ authorSub, forSub }: Shelf) {
  const madeFor = trainingSessions.forSub;
  return and(
    eq(trainingSessions.authorSub, authorSub),
    forSub === null ? isNull(madeFor) : eq(madeFor, forSub),
  );
}

export async function findDraft(
  db: Queryable,
  authorSub: string,
  draftId: string,
): Promise<Pick<TrainingSessionRow, 'id' | 'forSub'> | null> {
  const { id, forSub } = trainingSessions;
  const [found] = await db
    .select({ id, forSub })
    .from(trainingSessions)
    .where(and(eq(trainingSessions.authorSub, authorSub), eq(trainingSessions.draftId, draftId)));
  return found ?? null;
}

export async function countMenusOn(db: Queryable, shelf: Shelf): Promise<number> {
  const [found] = await db.select({ sessions: count() }).from(trainingSessions).where(isOn(shelf));
  return found?.sessions ?? 0;
}

export type NewMenu = StoredContent & Shelf & Pick<TrainingSessionRow, 'draftId'>;

export async function insertSession(
  db: Queryable,
  session: NewMenu,
  now: Date,
): Promise<TrainingSessionRow> {
  const publishedAt = session.visibility === 'public' ? now : null;
  const [made] = await db
    .insert(trainingSessions)
    .values({ ...session, createdAt: now, updatedAt: now, publishedAt })
    .returning();
  if (made === undefined) throw new Error('an inserted row was not returned');
  return made;
}

export interface MenuKey extends Shelf {
  readonly id: number;
}

function isKey({ id, ...shelf }: MenuKey) {
  return and(eq(trainingSessions.id, id), isOn(shelf));
}

/** Reads a menu and locks it against other transactions until this one ends. */
export async function lockKeyedMenu(
  tx: Transaction,
  key: MenuKey,
): Promise<TrainingSessionRow | null> {
  const [locked] = await tx.select().from(trainingSessions).where(isKey(key)).for('no key update');
  return locked ?? null;
}

/** Changes a menu. Returns `null` if its version has changed meanwhile. */
export async function changeMenu(
  db: Queryable,
  key: MenuKey,
  version: number,
  content: StoredContent,
  now: Date,
): Promise<TrainingSessionRow | null> {
  const [changed] = await db
    .update(trainingSessions)
    .set({
      ...content,
      version: sql`${trainingSessions.version} + 1`,
      updatedAt: now,
      ...(content.visibility === 'public' && {
        publishedAt: sql`coalesce(${trainingSessions.publishedAt}, ${now.toISOString()})`,
      }),
    })
    .where(and(isKey(key), eq(trainingSessions.version, version)))
    .returning();
  return changed ?? null;
}

/** Deletes a menu with its favourites and its search row. Its runs and reports remain. */
export async function deleteMenu(db: Queryable, key: MenuKey): Promise<TrainingSessionRow | null> {
  const [deleted] = await db.delete(trainingSessions).where(isKey(key)).returning();
  return deleted ?? null;
}

/** Deletes a menu that a trainer made for the member, as long as the member can see it. */
export async function deleteMenuFor(
  db: Queryable,
  { id, forSub }: { readonly id: number; readonly forSub: string },
): Promise<TrainingSessionRow | null> {
  const [deleted] = await db
    .delete(trainingSessions)
    .where(
      and(
        eq(trainingSessions.id, id),
        eq(trainingSessions.forSub, forSub),
        isNull(trainingSessions.hiddenReason),
      ),
    )
    .returning();
  return deleted ?? null;
}
