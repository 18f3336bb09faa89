import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { toHectograms } from '@tanren/domain/workouts/loads';
import { overlapsRun, runLengthMs } from '@tanren/domain/menus/menu-runs';
import { listMenuTypes, type MenuItem } from '@tanren/domain/menus/menus';
import type {
  favoriteTrainingSessions,
  TrainingSessionRow,
  TrainingSessionRunRow,
} from '#db/schema/menus.ts';
import type { WorkoutRow } from '#db/schema/workouts.ts';
import type { DemoPerson } from '#demo/demo-person.ts';
import { createRandom } from '#demo/random.ts';
import { beginnersMenu, gymAuthor } from '#modules/menus/built-in-menus.ts';
import { aimMenus } from './by-aim.ts';
import { muscleMenus } from './by-muscle.ts';
import {
  type DemoMenu,
  type DemoStep,
  ownFavorites,
  ownMenus,
  trainedMenus,
} from './demo-menus.ts';
import { wholeBodyMenus } from './whole-body.ts';

type FavoriteRow = typeof favoriteTrainingSessions.$inferSelect;

export interface MenuRows {
  readonly sessions: TrainingSessionRow[];
  readonly favorites: FavoriteRow[];
}

interface Written extends Pick<TrainingSessionRow, 'visibility'> {
  readonly author: Pick<DemoPerson, 'sub'>;
  readonly session: DemoMenu;
  readonly liked: number;
}

const dayMs = 86_400_000;
const publicMenus = [...wholeBodyMenus, ...muscleMenus, ...aimMenus];

/** Creates the sessions of demo members and their favourites among the sessions of others. */
export function makeMenuRows(
  owner: DemoPerson,
  people: readonly DemoPerson[],
  midnight: Date,
): MenuRows {
  const rows: MenuRows = { sessions: [], favorites: [] };
  const others = people.filter(({ sub, training }) => sub !== owner.sub && training !== null);
  const inOrder = listWritten(owner, people).toSorted(
    (a, b) => b.session.daysAgo - a.session.daysAgo,
  );
  for (const [index, written] of inOrder.entries()) {
    const session = makeMenu(index + 1, written, midnight);
    const favorites = [
      ...listOwnFavorites(owner, session, midnight),
      ...listFavorites(written, session, others, midnight),
    ];
    rows.sessions.push({ ...session, favoriteCount: favorites.length });
    rows.favorites.push(...favorites);
  }
  return rows;
}

function listWritten(owner: DemoPerson, people: readonly DemoPerson[]): Written[] {
  const byNickname = new Map<string, Pick<DemoPerson, 'sub'>>(
    [gymAuthor, ...people].map((author) => [author.nickname, author]),
  );
  const others = publicMenus.map((session): Written => {
    const author = byNickname.get(session.by);
    if (author === undefined) throw new Error(`nobody is called ${session.by}`);
    return { author, session, visibility: 'public', liked: session.liked };
  });
  const own = ownMenus.map((session): Written => ({
    author: owner,
    session,
    visibility: session.visibility,
    liked: session.visibility === 'public' ? 0.05 : 0,
  }));
  return [...own, ...others];
}

export function makeMenu(id: number, written: Written, midnight: Date): TrainingSessionRow {
  const { author, session, visibility } = written;
  const { title, description, tags, steps, daysAgo } = session;
  const random = createRandom(5000 + id);
  const minute = random.integer(7 * 60, 23 * 60);
  const createdAt = new Date(midnight.getTime() - daysAgo * dayMs + minute * 60_000);
  // Some authors change a word or a set soon after writing.
  const changes = random.pick([0, 0, 0, 1, 1, 2]);
  const updatedAt = new Date(createdAt.getTime() + changes * random.integer(5, 600) * 60_000);
  return {
    id,
    authorSub: author.sub,
    title,
    description,
    tags: [...tags],
    visibility,
    items: steps.map(readStep),
    version: 1 + changes,
    favoriteCount: 0,
    createdAt,
    updatedAt,
    publishedAt: visibility === 'public' ? createdAt : null,
    draftId: author.sub === gymAuthor.sub ? beginnersMenu.draftId : null,
    forSub: null,
    hiddenReason: null,
  };
}

function readStep([workoutTypeId, sets, reps, restSeconds, loadKg]: DemoStep): MenuItem {
  const loadHg = loadKg === undefined ? null : toHectograms(loadKg);
  return { workoutTypeId, sets, reps, loadHg, restSeconds };
}

/** Lists favourites, each added after both the session and the member existed. */
function listFavorites(
  { author, liked }: Written,
  { id, createdAt }: TrainingSessionRow,
  people: readonly DemoPerson[],
  midnight: Date,
): FavoriteRow[] {
  const random = createRandom(6000 + id);
  return people.flatMap(({ sub, joinedDaysAgo }) => {
    const likes = random.chance(liked);
    const when = random.next();
    if (!likes || sub === author.sub) return [];
    const joinedMs = midnight.getTime() - (joinedDaysAgo - 1) * dayMs;
    const sinceMs = Math.max(createdAt.getTime(), joinedMs);
    const favoritedAt = new Date(Math.round(sinceMs + (midnight.getTime() - sinceMs) * when));
    return [{ sub, trainingSessionId: id, favoritedAt }];
  });
}

function listOwnFavorites(
  { sub }: DemoPerson,
  { id, title }: TrainingSessionRow,
  midnight: Date,
): FavoriteRow[] {
  return ownFavorites
    .filter((favorite) => favorite.title === title)
    .map(({ daysAgo }) => ({
      sub,
      trainingSessionId: id,
      favoritedAt: new Date(midnight.getTime() - daysAgo * dayMs + 20 * 3_600_000),
    }));
}

const minuteMs = 60_000;

/** Creates the demo member's runs, the oldest first. Each is as long as that day's visit. */
export function makeRunRows(
  sub: string,
  sessions: readonly TrainingSessionRow[],
  workouts: readonly WorkoutRow[],
  midnight: Date,
): TrainingSessionRunRow[] {
  const mine = workouts.filter((workout) => workout.sub === sub);
  const planned = [...ownMenus, ...trainedMenus].flatMap(({ title, runsDaysAgo }) =>
    runsDaysAgo.map((daysAgo) => ({ title, daysAgo })),
  );
  return planned
    .toSorted((a, b) => b.daysAgo - a.daysAgo)
    .map(({ title, daysAgo }, index) => {
      const session = sessions.find(
        (made) => (made.forSub ?? made.authorSub) === sub && made.title === title,
      );
      const day = addDays(toGymDay(midnight), -daysAgo);
      const visit = mine.filter(({ gymDay }) => gymDay === day);
      const [first, last] = [visit[0], visit.at(-1)];
      if (session === undefined || first === undefined || last === undefined) {
        throw new Error(`${title} was not done ${daysAgo} days ago`);
      }
      const startedAt = new Date(first.startedAt.getTime() - 2 * minuteMs);
      return {
        id: index + 1,
        sub,
        trainingSessionId: session.id,
        title,
        items: session.items,
        startedAt,
        endsBy: new Date(startedAt.getTime() + runLengthMs),
        endedAt: new Date(last.endedAt.getTime() + minuteMs),
      };
    });
}

/** Attaches each workout to the run that it would have been counted to on arrival. */
export function attachToRuns(
  runs: readonly TrainingSessionRunRow[],
  workouts: readonly WorkoutRow[],
): WorkoutRow[] {
  return workouts.map((workout) => {
    const run = runs.find(
      (candidate) =>
        candidate.sub === workout.sub &&
        overlapsRun(candidate, workout) &&
        listMenuTypes(candidate.items).includes(workout.workoutTypeId),
    );
    return run === undefined ? workout : { ...workout, sessionRunId: run.id };
  });
}
