import type { TrainerScope } from '@tanren/domain/trainers/trainers';
import type { DemoPerson } from '#members/demo-person.ts';
import { trainedMenus } from '#menus/demo-menus.ts';
import { makeMenu, type MenuRow } from '#menus/menu-rows.ts';
import { createRandom } from '#random.ts';
import trainerData from './trainer.json';

/**
 * All are members of the first gym, who come on the same days whatever today is. りさ has stalled,
 * and こうへい部長 has not come for weeks. The trainer chose a load for the demo member, whose
 * shoulder press has stalled.
 */
const { trainedMembers, chosenLoad } = trainerData;

export type TrainerRows = ReturnType<typeof makeTrainerRows>;

interface LinkRow {
  readonly id: number;
  readonly memberSub: string;
  readonly trainerSub: string;
  readonly scopes: TrainerScope[];
  readonly linkedAt: Date;
  readonly endedAt: null;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Yesterday evening, when the trainer chose the load for the demo member's shoulder press. */
const choseMinute = 20 * 60 + 40;
/** Older views of the trainer are left out, except the first one. */
const historyDays = 56;

/** Creates the trainer's links to members, the views of their data, and the chosen load. */
export function makeTrainerRows(
  trainer: DemoPerson,
  member: DemoPerson,
  people: readonly DemoPerson[],
  midnight: Date,
) {
  const links = trainedMembers.map(({ nickname, scopes, linkedDaysAgo }, index): LinkRow => {
    const trained = people.find((person) => person.nickname === nickname);
    if (trained === undefined) throw new Error(`nobody is called ${nickname}`);
    return {
      id: index + 1,
      memberSub: trained.sub,
      trainerSub: trainer.sub,
      scopes: scopes as TrainerScope[],
      linkedAt: timeAt(midnight, linkedDaysAgo, createRandom(8000 + index).integer(600, 1200)),
      endedAt: null,
    };
  });
  const own = links.find(({ memberSub }) => memberSub === member.sub);
  if (own === undefined) throw new Error('the demo member has no trainer');
  const chosenAt = timeAt(midnight, 1, choseMinute);
  const { sub } = member;
  return {
    links,
    views: listViews(links, midnight),
    chosen: [{ ...chosenLoad, sub, linkId: own.id, chosenAt }],
  };
}

function timeAt(midnight: Date, daysAgo: number, minute: number): Date {
  return new Date(midnight.getTime() - daysAgo * dayMs + minute * minuteMs);
}

/** Lists views about once a week, each of some of the permitted data, the oldest first. */
function listViews(links: readonly LinkRow[], midnight: Date) {
  const views = links.flatMap(({ id, memberSub, trainerSub, scopes, linkedAt }) => {
    const random = createRandom(8100 + id);
    const view = (seen: TrainerScope, at: number) => {
      const seenAt = new Date(at);
      return { linkId: id, memberSub, trainerSub, seen, seenAt };
    };
    const first = scopes.map((scope, at) => view(scope, linkedAt.getTime() + (at + 2) * minuteMs));
    const linkedDaysAgo = (midnight.getTime() - linkedAt.getTime()) / dayMs;
    const later: ReturnType<typeof view>[] = [];
    for (let week = 0; week * 7 < Math.min(linkedDaysAgo - 7, historyDays); week += 1) {
      const daysAgo = week * 7 + random.integer(1, 6);
      const at = timeAt(midnight, daysAgo, random.integer(10 * 60, 21 * 60)).getTime();
      const looked = random.pickSome(scopes, random.integer(1, 2));
      later.push(...looked.map((scope, n) => view(scope, at + n * minuteMs)));
    }
    return [...first, ...later];
  });
  return views
    .toSorted((a, b) => a.seenAt.getTime() - b.seenAt.getTime() || a.linkId - b.linkId)
    .map((view, index) => ({ ...view, id: index + 1 }));
}

/** Creates the trainer's menus for the member, numbered after the menus of all others. */
export function makeTrainedMenus(
  trainer: DemoPerson,
  member: DemoPerson,
  menus: readonly MenuRow[],
  midnight: Date,
): MenuRow[] {
  return trainedMenus.map((menu, index) => {
    const forSub = member.sub;
    const written = { author: trainer, forSub, menu, visibility: 'private', liked: 0 } as const;
    return makeMenu(menus.length + index + 1, written, midnight);
  });
}
