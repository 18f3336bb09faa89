import type { Page } from '@playwright/test';
import type { MenuContent, TrainingSession } from '@tanren/contract/menus/menus';
import type { Account } from '#support/identity/accounts.ts';
import { type EmbeddedServer, runSql } from '#support/server/embedded-server.ts';
import { callApi } from '#support/members/members.ts';

type Item = MenuContent['items'][number];

export function itemOf(workoutTypeId: number, others: Partial<Item> = {}): Item {
  return { workoutTypeId, sets: 3, reps: 10, loadKg: null, restSeconds: 90, ...others };
}

/** Makes an ordinary public menu, with the given changes. Returns its id. */
export async function makeMenu(
  embedded: EmbeddedServer,
  account: Account,
  content: Partial<MenuContent> = {},
): Promise<number> {
  const body = {
    title: '全身をひとまわり',
    description: '',
    tags: [],
    visibility: 'public',
    items: [itemOf(1), itemOf(4), itemOf(11)],
    ...content,
  };
  const { status, json } = await callApi(embedded, account, 'POST', '/my/training-sessions', body);
  if (status !== 201) throw new Error(JSON.stringify(json));
  return Number(json['trainingSessionId']);
}

/** Changes a menu like its author on another device. */
export async function changeMenu(
  embedded: EmbeddedServer,
  account: Account,
  id: number,
  changes: Partial<MenuContent>,
): Promise<void> {
  const { json } = await callApi(embedded, account, 'GET', `/my/training-sessions/${id}`);
  const { title, description, tags, visibility, items, version } =
    json as unknown as TrainingSession;
  const { status } = await callApi(embedded, account, 'PUT', `/my/training-sessions/${id}`, {
    title,
    description,
    tags,
    visibility,
    items,
    version,
    ...changes,
  });
  if (status !== 200) throw new Error(`changing session ${id}: ${status}`);
}

export async function markFavorite(
  embedded: EmbeddedServer,
  account: Account,
  trainingSessionId: number,
): Promise<void> {
  const body = { trainingSessionId, favorite: true };
  await callApi(embedded, account, 'POST', '/my/favorite-training-sessions', body);
}

/** Returns the stored favourites of a menu: the number of rows, and the counter of the menu. */
export async function countFavorites(
  { dataDir }: EmbeddedServer,
  trainingSessionId: number,
): Promise<{ rows: number; counter: number }> {
  const [counted] = await runSql(
    dataDir,
    `select favorite_count as counter, (select count(*)::int from favorite_training_sessions f
       where f.training_session_id = s.id) as rows
     from training_sessions s where id = $1`,
    [trainingSessionId],
  );
  return { rows: Number(counted?.['rows']), counter: Number(counted?.['counter']) };
}

export const heart = (page: Page, title = '') =>
  page.getByRole('main').getByRole('button', { name: `お気に入り「${title}` });
