import { beginnersMenu, gymAuthor } from '@tanren/domain/menus/built-in-menus';
import type { MenuItem, Visibility } from '@tanren/domain/menus/menus';
import { toHectograms } from '@tanren/domain/workouts/loads';
import ownData from './own-menus.json';
import publicData from './public-menus.json';
import trainedData from './trained-menus.json';

/** A menu written by a person of the demo world. */
export interface DemoMenu {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly items: readonly MenuItem[];
  readonly daysAgo: number;
  /** Days since the demo member made it a favourite. Absent if it is none. */
  readonly ownFavoriteDaysAgo?: number | undefined;
}

interface DemoPublicMenu extends DemoMenu {
  /** Nickname of the author. */
  readonly by: string;
  /** Share of members who have it as a favourite. */
  readonly liked: number;
}

export const publicMenus: readonly DemoPublicMenu[] = [
  { ...beginnersMenu, by: gymAuthor.nickname, daysAgo: 352, liked: 0.34 },
  ...publicData.map(readMenu),
];

/** Menus of the demo member, with the visits on which they were done. */
export const ownMenus = ownData.map((menu) => ({
  ...readMenu(menu),
  visibility: menu.visibility as Visibility,
}));

/** Menus by the demo trainer for the demo member, with the visits on which they were done. */
export const trainedMenus = trainedData.map(readMenu);

function readMenu<M extends { readonly steps: string }>({ steps, ...menu }: M) {
  return { ...menu, items: steps.split(', ').map(readStep) };
}

/** Reads a step such as `3 3x9 90s 27.5kg`: workout type, sets, reps, rest and load. */
function readStep(step: string): MenuItem {
  const [, type, sets, reps, rest, load] =
    /^(\d+) (\d+)x(\d+) (\d+)s(?: ([\d.]+)kg)?$/.exec(step) ?? [];
  if (type === undefined) throw new Error(`${step} is no step of a menu`);
  return {
    workoutTypeId: Number(type),
    sets: Number(sets),
    reps: Number(reps),
    // Without kilograms the load is おすすめ.
    loadHg: load === undefined ? null : toHectograms(Number(load)),
    restSeconds: Number(rest),
  };
}
