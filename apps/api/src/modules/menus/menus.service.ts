import type { MenuContent } from '@tanren/contract/menus/menus';
import { describeTrainersMenu } from '@tanren/domain/members/notification-texts';
import { trainerLimits } from '@tanren/domain/trainers/trainers';
import { menuLimits } from '@tanren/domain/menus/menus';
import { eq } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { type TrainingSessionRow, trainingSessions } from '#db/schema/menus.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { beginnersMenu, gymAuthor } from '@tanren/domain/menus/built-in-menus';
import { queueNotifications } from '#modules/members/notifications/notification-requests.service.ts';
import {
  lockLink,
  requireLink,
  type TrainedMemberKey,
} from '#modules/trainers/trainer-link.service.ts';
import {
  isSameContent,
  readContent,
  readTrainedContent,
  type StoredContent,
} from './menu-content.ts';
import { countTags, indexMenu } from './menu-index.store.ts';
import {
  changeMenu,
  countMenusOn,
  deleteMenu,
  deleteMenuFor,
  findDraft,
  lockKeyedMenu,
  insertSession,
  lockMemberMenus,
  type NewMenu,
  type SeenMenu,
  selectMenus,
  selectTrainedMenus,
  type MenuKey,
  type Trained,
} from './menus.store.ts';

/*
 * Changes of menus, the same for a member's own and for those a trainer makes for a member. The
 * caller has checked the rights of the author.
 */

/** Adds a menu and returns its id. Returns the existing id if the same draft was stored before. */
async function addMenu(
  tx: Transaction,
  session: NewMenu,
  maxMenus: number,
  now: Date,
): Promise<number> {
  const { authorSub, forSub, draftId } = session;
  await lockMemberMenus(tx, authorSub);
  const known = draftId === null ? null : await findDraft(tx, authorSub, draftId);
  if (known !== null && known.forSub !== forSub) {
    throw new AppError('invalid_request', {
      fields: [{ path: '/draftId', in: 'body', message: 'is the draft of another session' }],
    });
  }
  if (known !== null) return known.id;
  if ((await countMenusOn(tx, { authorSub, forSub })) >= maxMenus) {
    throw new AppError('session_limit_reached');
  }
  const made = await insertSession(tx, session, now);
  await indexMenu(tx, made);
  await countTags(tx, [], [made]);
  return made.id;
}

async function replaceContent(
  tx: Transaction,
  key: MenuKey,
  version: number,
  content: StoredContent,
  now: Date,
): Promise<void> {
  const before = await lockKeyedMenu(tx, key);
  if (before === null) throw new AppError('not_found');
  if (before.hiddenReason !== null && content.visibility === 'public') {
    throw new AppError('hidden_by_staff');
  }
  const after = await changeMenu(tx, key, version, content, now);
  if (after !== null) {
    await indexMenu(tx, after);
    await countTags(tx, [before], [after]);
    return;
  }
  // The same change again, after a lost answer, is not a conflict.
  if (!isSameContent(before, content)) throw new AppError('stale_version');
}

/** Updates the counts of tags after a menu was deleted. Throws `not_found` if none was. */
async function finishDeletion(tx: Transaction, deleted: TrainingSessionRow | null): Promise<void> {
  if (deleted === null) throw new AppError('not_found');
  await countTags(tx, [deleted], []);
}

/** Reads a menu that is public, the member's own, or made for the member. */
export async function readSession(db: Queryable, sub: string, id: number): Promise<SeenMenu> {
  const [found] = await selectMenus(db, sub, eq(trainingSessions.id, id));
  if (found === undefined) throw new AppError('not_found');
  return found;
}

export async function readOwnMenu(db: Queryable, sub: string, id: number): Promise<SeenMenu> {
  const found = await readSession(db, sub, id);
  if (found.authorSub !== sub) throw new AppError('not_found');
  return found;
}

/**
 * The content of a new menu. Sending the same `draftId` again, after a lost answer, returns the
 * same menu.
 */
type MenuDraft = MenuContent & { readonly draftId?: string | null };

export async function createMenu(
  db: Queryable,
  lockAccount: LockAccount,
  sub: string,
  { draftId = null, ...sent }: MenuDraft,
  now: Date,
): Promise<SeenMenu> {
  const content = readContent(sent);
  return await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    const session = { ...content, authorSub: sub, forSub: null, draftId };
    const id = await addMenu(tx, session, menuLimits.sessions, now);
    return await readSession(tx, sub, id);
  });
}

/**
 * Creates the menu that comes with the program if it is missing. Nodes that start together wait for
 * each other. A menu that staff have hidden exists and stays hidden.
 */
export async function ensureBeginnersMenu(db: Database, now: Date): Promise<void> {
  const { items, ...content } = beginnersMenu;
  const session: NewMenu = {
    ...content,
    items,
    visibility: 'public',
    authorSub: gymAuthor.sub,
    forSub: null,
  };
  await db.transaction(async (tx) => await addMenu(tx, session, menuLimits.sessions, now));
}

/**
 * Deletes the built-in menu. The demo data needs this, because it numbers its menus from 1 and
 * brings this menu with favourites.
 */
export async function removeBeginnersMenu(tx: Transaction): Promise<void> {
  const [removed] = await tx
    .delete(trainingSessions)
    .where(eq(trainingSessions.authorSub, gymAuthor.sub))
    .returning();
  if (removed !== undefined) await countTags(tx, [removed], []);
}

interface MenuChange extends MenuContent {
  /** Version of the menu that was changed. */
  readonly version: number;
}

/** Identifies a menu of the member's own. */
interface OwnKey {
  readonly id: number;
  readonly authorSub: string;
}

export async function updateMenu(
  db: Queryable,
  key: OwnKey,
  { version, ...sent }: MenuChange,
  now: Date,
): Promise<SeenMenu> {
  const content = readContent(sent);
  return await db.transaction(async (tx) => {
    await replaceContent(tx, { ...key, forSub: null }, version, content, now);
    return await readSession(tx, key.authorSub, key.id);
  });
}

/** Deletes a menu of the member: their own, or one that a trainer made for them. */
export async function removeMenu(db: Queryable, key: OwnKey): Promise<void> {
  await db.transaction(async (tx) => {
    const own = await deleteMenu(tx, { ...key, forSub: null });
    await finishDeletion(
      tx,
      own ?? (await deleteMenuFor(tx, { id: key.id, forSub: key.authorSub })),
    );
  });
}

/*
 * Menus that a trainer makes for a linked member. Each function begins with the link and locks it
 * while it writes, so that no change is stored after the link's end.
 */

export interface TrainedKey extends TrainedMemberKey {
  readonly id: number;
}

export async function readTrainedMenu(
  db: Queryable,
  { id, ...member }: TrainedKey,
): Promise<SeenMenu> {
  const { trainerSub: authorSub, memberSub: forSub } = await requireLink(db, member);
  return await findTrained(db, { authorSub, forSub }, id);
}

async function findTrained(db: Queryable, trained: Trained, id: number): Promise<SeenMenu> {
  const [found] = await selectTrainedMenus(db, trained, eq(trainingSessions.id, id));
  if (found === undefined) throw new AppError('not_found');
  return found;
}

export async function createTrainedMenu(
  db: Queryable,
  lockAccount: LockAccount,
  member: TrainedMemberKey,
  { draftId = null, ...sent }: MenuDraft,
  now: Date,
): Promise<SeenMenu> {
  const content = readTrainedContent(sent);
  return await db.transaction(async (tx) => {
    await lockAccount(tx, member.trainerSub);
    const { trainerSub: authorSub, memberSub: forSub } = await lockLink(tx, member);
    const session = { ...content, authorSub, forSub, draftId };
    const id = await addMenu(tx, session, trainerLimits.sessions, now);
    await notifyMember(tx, forSub, id, now);
    return await findTrained(tx, { authorSub, forSub }, id);
  });
}

const newsMs = 3 * 24 * 60 * 60 * 1000;

/** Notifies the member once for each menu. The same draft sent again is the same menu. */
async function notifyMember(tx: Transaction, sub: string, id: number, now: Date): Promise<void> {
  const usefulUntil = new Date(now.getTime() + newsMs);
  const shared = { kind: 'trainer' as const, topic: `menu-${id}`, happenedAt: now, usefulUntil };
  await queueNotifications(tx, [{ sub, ...shared, ...describeTrainersMenu(id) }]);
}

export async function updateTrainedMenu(
  db: Queryable,
  { id, ...member }: TrainedKey,
  { version, ...sent }: MenuChange,
  now: Date,
): Promise<SeenMenu> {
  const content = readTrainedContent(sent);
  return await db.transaction(async (tx) => {
    const { trainerSub: authorSub, memberSub: forSub } = await lockLink(tx, member);
    await replaceContent(tx, { id, authorSub, forSub }, version, content, now);
    return await findTrained(tx, { authorSub, forSub }, id);
  });
}

export async function removeTrainedMenu(
  db: Queryable,
  { id, ...member }: TrainedKey,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { trainerSub: authorSub, memberSub: forSub } = await lockLink(tx, member);
    await finishDeletion(tx, await deleteMenu(tx, { id, authorSub, forSub }));
  });
}
