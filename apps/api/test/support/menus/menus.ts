import type {
  MenuContent,
  MenuItem,
  TrainingSession,
  TrainingSessionSummary,
} from '@tanren/contract/menus/menus';
import type { MenuItem as StoredItem } from '@tanren/domain/menus/menus';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#db/database.ts';
import {
  type TrainingSessionRow,
  trainingSessions,
  trainingSessionSearch,
  trainingSessionTags,
} from '#db/schema/menus.ts';
import { createCall, openWorld } from '#test/support/world.ts';

export const sessionItem: MenuItem = {
  workoutTypeId: 1,
  sets: 3,
  reps: 10,
  loadKg: 40,
  restSeconds: 90,
};

export function menuContent(changes: Partial<MenuContent> = {}): MenuContent {
  return {
    title: '胸の日',
    description: 'ゆっくり下ろします。',
    tags: ['上半身'],
    visibility: 'public',
    items: [sessionItem],
    ...changes,
  };
}

export interface MenuPage {
  readonly items: TrainingSessionSummary[];
  readonly nextCursor: string | null;
}

export function createMenuCalls(app: FastifyInstance) {
  const call = createCall(app);

  /** Creates a session from a member's device. It must succeed. */
  async function make(sub: string, changes: Partial<MenuContent> = {}) {
    const path = '/my/training-sessions';
    const made = await call<TrainingSession>(sub, 'POST', path, menuContent(changes));
    if (made.status !== 201) throw new Error(JSON.stringify(made));
    return made.body;
  }

  async function change(
    sub: string,
    { trainingSessionId, version }: TrainingSession,
    changes: Partial<MenuContent>,
  ) {
    const path = `/my/training-sessions/${trainingSessionId}`;
    const body = { ...menuContent(changes), version };
    return await call<TrainingSession>(sub, 'PUT', path, body);
  }

  async function setFavorite(sub: string, trainingSessionId: number, favorite: boolean) {
    const path = '/my/favorite-training-sessions';
    return await call(sub, 'POST', path, { trainingSessionId, favorite });
  }

  return { call, make, change, setFavorite };
}

/** Opens the app for all tests of a file. Each reading of its clock is a second later. */
export async function openMenus() {
  let time = Date.parse('2026-05-01T03:00:00.000Z');
  const now = () => new Date((time += 1000));
  const world = await openWorld(now(), { now });
  const { db } = world;
  const addMember = async (nickname: string) => await world.addMember({ nickname });

  async function readTags(): Promise<Record<string, number>> {
    const rows = await db.select().from(trainingSessionTags);
    return Object.fromEntries(rows.map(({ tag, sessionCount }) => [tag, sessionCount]));
  }

  async function findIndexed(id: number) {
    const { trainingSessionId } = trainingSessionSearch;
    const [row] = await db.select().from(trainingSessionSearch).where(eq(trainingSessionId, id));
    return row;
  }

  return { ...world, now, addMember, readTags, findIndexed, ...createMenuCalls(world.app) };
}

const madeAt = new Date('2026-01-01T00:00:00Z');

/** Stores a session row without its search index. */
export async function storeMenu(
  db: Database,
  authorSub: string,
  changes: Partial<typeof trainingSessions.$inferInsert> = {},
): Promise<TrainingSessionRow> {
  const [made] = await db
    .insert(trainingSessions)
    .values({
      authorSub,
      title: '胸と背中の日',
      description: '',
      tags: [],
      visibility: 'public',
      items: [planItem({ workoutTypeId: 1 })],
      createdAt: madeAt,
      updatedAt: madeAt,
      publishedAt: madeAt,
      ...changes,
    })
    .returning();
  if (made === undefined) throw new Error('no session was made');
  return made;
}

export function planItem(changes: Partial<StoredItem> = {}): StoredItem {
  return { workoutTypeId: 1, sets: 3, reps: 10, loadHg: 400, restSeconds: 90, ...changes };
}
