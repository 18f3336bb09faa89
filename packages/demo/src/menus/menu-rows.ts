import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { beginnersMenu, gymAuthor } from '@tanren/domain/menus/built-in-menus';
import { overlapsRun, runLengthMs } from '@tanren/domain/menus/menu-runs';
import { listMenuTypes, type Visibility } from '@tanren/domain/menus/menus';
import type { DemoPerson } from '#members/demo-person.ts';
import { createRandom } from '#random.ts';
import type { WorkoutRow } from '#workouts/workout-rows.ts';
import { type DemoMenu, ownMenus, publicMenus, trainedMenus } from './demo-menus.ts';

export type MenuRow = ReturnType<typeof makeMenu>;
export type RunRow = ReturnType<typeof makeRunRows>[number];

interface FavoriteRow {
  readonly sub: string;
  readonly trainingSessionId: number;
  readonly favoritedAt: Date;
}

export interface MenuRows {
  readonly menus: MenuRow[];
  readonly favorites: FavoriteRow[];
}

interface Written {
  readonly author: Pick<DemoPerson, 'sub'>;
  /** `sub` of the member for whom a trainer wrote the menu. Absent for all other menus. */
  readonly forSub?: string;
  readonly menu: DemoMenu;
  readonly visibility: Visibility;
  readonly liked: number;
}

const dayMs = 86_400_000;

/** Creates the menus of demo members and their favourites among the menus of others. */
export function makeMenuRows(
  owner: DemoPerson,
  people: readonly DemoPerson[],
  midnight: Date,
): MenuRows {
  const rows: MenuRows = { menus: [], favorites: [] };
  const others = people.filter(({ sub, training }) => sub !== owner.sub && training !== null);
  const inOrder = listWritten(owner, people).toSorted((a, b) => b.menu.daysAgo - a.menu.daysAgo);
  for (const [index, written] of inOrder.entries()) {
    const menu = makeMenu(index + 1, written, midnight);
    const favorites = [
      ...listOwnFavorites(owner, written.menu, menu.id, midnight),
      ...listFavorites(written, menu, others, midnight),
    ];
    rows.menus.push({ ...menu, favoriteCount: favorites.length });
    rows.favorites.push(...favorites);
  }
  return rows;
}

function listWritten(owner: DemoPerson, people: readonly DemoPerson[]): Written[] {
  const byNickname = new Map<string, Pick<DemoPerson, 'sub'>>(
    [gymAuthor, ...people].map((author) => [author.nickname, author]),
  );
  const others = publicMenus.map((menu): Written => {
    const author = byNickname.get(menu.by);
    if (author === undefined) throw new Error(`nobody is called ${menu.by}`);
    return { author, menu, visibility: 'public', liked: menu.liked };
  });
  const own = ownMenus.map((menu): Written => ({
    author: owner,
    menu,
    visibility: menu.visibility,
    liked: menu.visibility === 'public' ? 0.05 : 0,
  }));
  return [...own, ...others];
}

export function makeMenu(id: number, written: Written, midnight: Date) {
  const { author, forSub = null, menu, visibility } = written;
  const { title, description, tags, items, daysAgo } = menu;
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
    items,
    version: 1 + changes,
    favoriteCount: 0,
    createdAt,
    updatedAt,
    publishedAt: visibility === 'public' ? createdAt : null,
    draftId: author.sub === gymAuthor.sub ? beginnersMenu.draftId : null,
    forSub,
    hiddenReason: null,
  };
}

/** Lists favourites, each added after both the menu and the member existed. */
function listFavorites(
  { author, liked }: Written,
  { id, createdAt }: MenuRow,
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
  { ownFavoriteDaysAgo: daysAgo }: DemoMenu,
  trainingSessionId: number,
  midnight: Date,
): FavoriteRow[] {
  if (daysAgo === undefined) return [];
  const favoritedAt = new Date(midnight.getTime() - daysAgo * dayMs + 20 * 3_600_000);
  return [{ sub, trainingSessionId, favoritedAt }];
}

const minuteMs = 60_000;

/** Creates the demo member's runs, the oldest first. Each is as long as that day's visit. */
export function makeRunRows(
  sub: string,
  menus: readonly MenuRow[],
  workouts: readonly WorkoutRow[],
  midnight: Date,
) {
  const mine = workouts.filter((workout) => workout.sub === sub);
  const planned = [...ownMenus, ...trainedMenus].flatMap(({ title, runsDaysAgo }) =>
    runsDaysAgo.map((daysAgo) => ({ title, daysAgo })),
  );
  return planned
    .toSorted((a, b) => b.daysAgo - a.daysAgo)
    .map(({ title, daysAgo }, index) => {
      const menu = menus.find(
        (made) => (made.forSub ?? made.authorSub) === sub && made.title === title,
      );
      const day = addDays(toGymDay(midnight), -daysAgo);
      const visit = mine.filter(({ gymDay }) => gymDay === day);
      const [first, last] = [visit[0], visit.at(-1)];
      if (menu === undefined || first === undefined || last === undefined) {
        throw new Error(`${title} was not done ${daysAgo} days ago`);
      }
      const startedAt = new Date(first.startedAt.getTime() - 2 * minuteMs);
      return {
        id: index + 1,
        sub,
        trainingSessionId: menu.id,
        title,
        items: menu.items,
        startedAt,
        endsBy: new Date(startedAt.getTime() + runLengthMs),
        endedAt: new Date(last.endedAt.getTime() + minuteMs),
      };
    });
}

/** Attaches each workout to the run that it would have been counted to on arrival. */
export function attachToRuns(
  runs: readonly RunRow[],
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
