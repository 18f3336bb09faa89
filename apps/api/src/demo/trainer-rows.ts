import type { TrainerScope } from '@tanren/domain/trainers/trainers';
import type { chosenLoads, TrainerLinkRow, trainerViews } from '#db/schema/trainers.ts';
import type { TrainingSessionRow } from '#db/schema/menus.ts';
import { trainedMenus } from '#demo/menus/demo-menus.ts';
import { makeMenu } from '#demo/menus/menu-rows.ts';
import type { DemoPerson } from './demo-person.ts';
import { createRandom } from './random.ts';

/** A member who is trained by the demo trainer. */
interface DemoTrainedMember {
  readonly nickname: string;
  readonly scopes: readonly TrainerScope[];
  readonly linkedDaysAgo: number;
}

/**
 * All are members of the first gym, who come on the same days whatever today is. りさ has stalled,
 * and こうへい部長 has not come for weeks.
 */
const trainedMembers: readonly DemoTrainedMember[] = [
  { nickname: 'りさ', scopes: ['history', 'profile', 'status'], linkedDaysAgo: 210 },
  { nickname: 'こうへい部長', scopes: ['history', 'profile', 'status'], linkedDaysAgo: 150 },
  { nickname: 'はるき', scopes: ['history', 'profile', 'status'], linkedDaysAgo: 121 },
  { nickname: 'ユキさん', scopes: ['history', 'status'], linkedDaysAgo: 118 },
  { nickname: 'のんびり筋トレ', scopes: ['history', 'profile', 'status'], linkedDaysAgo: 96 },
  { nickname: '浩二2号', scopes: ['history', 'profile'], linkedDaysAgo: 70 },
  { nickname: 'まさと', scopes: ['history'], linkedDaysAgo: 40 },
  { nickname: 'アヤっち', scopes: ['profile', 'status'], linkedDaysAgo: 12 },
];

/** The trainer's load for the demo member, whose shoulder press has stalled. */
const demoChosenLoad = {
  workoutTypeId: 3,
  loadHg: 250,
  reason:
    '27.5kgで回数が伸びていないので、25kgで12回×3セットをそろえましょう。肘を開かず、ゆっくり下ろすことを優先してください。',
} as const;

type ViewRow = typeof trainerViews.$inferSelect;

export interface TrainerRows {
  readonly links: readonly TrainerLinkRow[];
  readonly views: readonly ViewRow[];
  readonly chosen: readonly (typeof chosenLoads.$inferSelect)[];
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
): TrainerRows {
  const links = trainedMembers.map(({ nickname, scopes, linkedDaysAgo }, index) => {
    const trained = people.find((person) => person.nickname === nickname);
    if (trained === undefined) throw new Error(`nobody is called ${nickname}`);
    return {
      id: index + 1,
      memberSub: trained.sub,
      trainerSub: trainer.sub,
      scopes: [...scopes],
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
    chosen: [{ ...demoChosenLoad, sub, linkId: own.id, chosenAt }],
  };
}

function timeAt(midnight: Date, daysAgo: number, minute: number): Date {
  return new Date(midnight.getTime() - daysAgo * dayMs + minute * minuteMs);
}

/** Lists views about once a week, each of some of the permitted data, the oldest first. */
function listViews(links: readonly TrainerLinkRow[], midnight: Date): ViewRow[] {
  const views = links.flatMap(({ id, memberSub, trainerSub, scopes, linkedAt }) => {
    const random = createRandom(8100 + id);
    const view = (seen: TrainerScope, at: number) => {
      const seenAt = new Date(at);
      return { linkId: id, memberSub, trainerSub, seen, seenAt };
    };
    const first = scopes.map((scope, at) => view(scope, linkedAt.getTime() + (at + 2) * minuteMs));
    const linkedDaysAgo = (midnight.getTime() - linkedAt.getTime()) / dayMs;
    const later: Omit<ViewRow, 'id'>[] = [];
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

/** Creates the trainer's sessions for the member, numbered after the sessions of all others. */
export function makeTrainedMenus(
  trainer: DemoPerson,
  member: DemoPerson,
  sessions: readonly TrainingSessionRow[],
  midnight: Date,
): TrainingSessionRow[] {
  return trainedMenus.map((session, index) => {
    const written = { author: trainer, session, visibility: 'private', liked: 0 } as const;
    const made = makeMenu(sessions.length + index + 1, written, midnight);
    return { ...made, forSub: member.sub };
  });
}
