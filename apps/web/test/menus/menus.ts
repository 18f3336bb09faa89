import {
  createTrainingSession,
  deleteTrainingSession,
  getMyTrainingSession,
  getTrainingSession,
  listFavoriteTrainingSessions,
  listMyTrainingSessions,
  searchTrainingSessions,
  setFavoriteTrainingSession,
  type TrainingSession,
  type TrainingSessionSummary,
  updateTrainingSession,
} from '@tanren/contract/menus/menus';
import { page } from 'vitest/browser';
import { sampleTrainingSession, summarizeItems } from '#test/samples/menus.ts';
import { answer, rejectWith } from '#test/support/answers.ts';

/** Computes the fields that follow from the items, as the server does. */
function makeMenu(id: number, changes: Partial<TrainingSession> = {}): TrainingSession {
  const made = sampleTrainingSession({ ...changes, trainingSessionId: id });
  return { ...made, ...summarizeItems(made.items) };
}

/** Opens sessions that are stored in memory and answers the calls about them. */
export function openMenuShelf() {
  const menus: TrainingSession[] = [];
  const ofDraft = new Map<string, number>();

  function put(others: Partial<TrainingSession> = {}): TrainingSession {
    const made = makeMenu(menus.length + 1, others);
    menus.push(made);
    return made;
  }

  const gone = new Set<number>();
  const find = (id: number) => menus.find(({ trainingSessionId: one }) => one === id);
  const findThere = (id: number) => (gone.has(id) ? undefined : find(id));

  /** Changes a session as its author on another device or staff would. */
  function change(id: number, changes: Partial<TrainingSession>): TrainingSession {
    const old = find(id);
    const changed = makeMenu(id, { ...old, version: (old?.version ?? 0) + 1, ...changes });
    menus.splice(
      menus.findIndex((one) => one === old),
      1,
      changed,
    );
    return changed;
  }

  const newestFirst = () => menus.filter(({ trainingSessionId: id }) => !gone.has(id)).toReversed();
  const onePage = (items: readonly TrainingSessionSummary[]) => ({
    items: [...items],
    nextCursor: null,
  });

  answer(createTrainingSession, ({ body: { draftId, ...content } }) => {
    const made = find(ofDraft.get(draftId ?? '') ?? 0) ?? put(content);
    if (draftId !== undefined) ofDraft.set(draftId, made.trainingSessionId);
    return made;
  });
  answer(updateTrainingSession, ({ params, body: { version, ...content } }) => {
    const old = findThere(params.trainingSessionId);
    if (!old) return rejectWith(404, 'not_found');
    if (version !== old.version) return rejectWith(409, 'stale_version');
    return change(old.trainingSessionId, content);
  });
  answer(deleteTrainingSession, ({ params }) => {
    gone.add(params.trainingSessionId);
    return null;
  });
  answer(getMyTrainingSession, ({ params }) => {
    const found = findThere(params.trainingSessionId);
    return found?.author.isMe ? found : rejectWith(404, 'not_found');
  });
  answer(
    getTrainingSession,
    ({ params }) => findThere(params.trainingSessionId) ?? rejectWith(404, 'not_found'),
  );
  answer(listMyTrainingSessions, () => onePage(newestFirst().filter(({ author }) => author.isMe)));
  answer(listFavoriteTrainingSessions, () =>
    onePage(newestFirst().filter(({ favorite }) => favorite)),
  );
  answer(searchTrainingSessions, ({ querystring: { query = '', tag, workoutType, sort } }) => {
    const found = newestFirst().filter(
      ({ title, tags, visibility, workoutTypeIds }) =>
        visibility === 'public' &&
        title.includes(query) &&
        (tag === undefined || tags.includes(tag)) &&
        (workoutType === undefined || workoutTypeIds.includes(workoutType)),
    );
    if (sort !== 'favorites') return onePage(found);
    return onePage(found.toSorted((a, b) => b.favoriteCount - a.favoriteCount));
  });
  answer(setFavoriteTrainingSession, ({ body: { trainingSessionId, favorite } }) => {
    const old = findThere(trainingSessionId);
    if (old?.visibility !== 'public') return rejectWith(404, 'not_found');
    const favoriteCount = old.favoriteCount + Number(favorite) - Number(old.favorite);
    change(trainingSessionId, { favorite, favoriteCount, version: old.version });
    return { trainingSessionId, favorite, favoriteCount };
  });

  return {
    put,
    change,
    remove: (id: number) => void gone.add(id),
    find,
    /** Lists the sessions, the newest first. */
    list: newestFirst,
  };
}

export const cards = () => page.getByRole('main').getByRole('article');
/** Reads titles from the document, because searching many cards by role would block the page. */
export const titles = () =>
  [...document.querySelectorAll('main article :is(h2, h3)')].map(({ textContent }) => textContent);
export const heart = (title = '') =>
  page.getByRole('main').getByRole('button', { name: `お気に入り「${title}` });
export const listTab = (name: string) =>
  page.getByRole('navigation', { name: 'メニューの一覧' }).getByRole('link', { name });
