import type { Visibility } from '@tanren/domain/menus/menus';
import type { WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';

/** Workout type, sets, reps, seconds of rest, kilograms. Without kilograms the load is おすすめ. */
export type DemoStep = readonly [WorkoutTypeId, number, number, number, number?];

/** A training session written by a person of the demo world. */
export interface DemoMenu {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly steps: readonly DemoStep[];
  readonly daysAgo: number;
}

export interface DemoPublicMenu extends DemoMenu {
  /** Nickname of the author. */
  readonly by: string;
  /** Share of members who have it as a favourite. */
  readonly liked: number;
}

/** A session of the demo member, with the visits on which it was done. */
interface DemoOwnMenu extends DemoMenu {
  readonly visibility: Visibility;
  readonly runsDaysAgo: readonly number[];
}

export const ownMenus: readonly DemoOwnMenu[] = [
  {
    title: '仕事帰りの全身メニュー',
    description:
      '定時で上がれた日に。大きい筋肉から始めて、最後は腹筋と背筋で締めます。\n混んでいたら順番は入れ替えて大丈夫です。',
    tags: ['全身', '夜トレ', '週2回'],
    visibility: 'public',
    steps: [
      [11, 3, 12, 75],
      [1, 3, 12, 75],
      [5, 3, 12, 75],
      [8, 3, 12, 45],
      [9, 3, 12, 60],
    ],
    daysAgo: 74,
    runsDaysAgo: [11, 15],
  },
  {
    title: '胸・背中・もも裏の日',
    description: '肩が疲れている週はこちら。',
    tags: ['上半身'],
    visibility: 'private',
    steps: [
      [1, 4, 10, 90],
      [4, 4, 10, 90],
      [13, 4, 10, 75],
      [8, 3, 12, 45],
    ],
    daysAgo: 40,
    runsDaysAgo: [4, 8],
  },
  {
    title: '脚と背中の日（肩は軽め）',
    description: 'ショルダープレスは27.5kgで止まっているので、しばらく固定。フォーム優先で。',
    tags: ['脚の日', '背中の日'],
    visibility: 'private',
    steps: [
      [11, 3, 10, 120],
      [12, 3, 10, 90],
      [5, 3, 10, 90],
      [9, 3, 10, 75],
      [3, 3, 9, 90, 27.5],
    ],
    daysAgo: 27,
    runsDaysAgo: [1, 6],
  },
];

/** Other members' sessions that are favourites of the demo member, and since when. */
export const ownFavorites: readonly { readonly title: string; readonly daysAgo: number }[] = [
  { title: '30分クイック全身', daysAgo: 240 },
  { title: '胸の日（プレス→フライ）', daysAgo: 171 },
  { title: '体幹を前・横・後ろから', daysAgo: 95 },
  { title: '懸垂1回への道', daysAgo: 33 },
  { title: '脚の日が苦手な人の脚の日', daysAgo: 9 },
];

/** A session by the demo trainer for the demo member, with the visits on which it was done. */
interface DemoTrainedMenu extends DemoMenu {
  readonly runsDaysAgo: readonly number[];
}

export const trainedMenus: readonly DemoTrainedMenu[] = [
  {
    title: 'フォーム確認の全身メニュー',
    description:
      '初回にお話しした3つ（肩をすくめない・膝を内側に入れない・呼吸を止めない）を確かめるメニューです。\n重量は軽めで大丈夫です。週の1回目に行ってください。',
    tags: ['フォーム', '全身'],
    steps: [
      [11, 3, 12, 90],
      [1, 3, 12, 90],
      [5, 3, 12, 90],
      [8, 2, 15, 60],
    ],
    daysAgo: 116,
    runsDaysAgo: [],
  },
  {
    title: '押す・引くをそろえる上半身の日',
    description:
      '押す種目のほうが先に伸びているので、引く種目と回数をそろえていきます。\nショルダープレスは肘を体の少し前に出し、上げきる手前で止めましょう。',
    tags: ['上半身', 'フォーム'],
    steps: [
      [4, 3, 10, 90],
      [1, 3, 10, 90],
      [3, 3, 9, 90],
      [8, 3, 12, 60],
    ],
    daysAgo: 54,
    runsDaysAgo: [13],
  },
  {
    title: '肩の立て直し（3週間）',
    description:
      'ショルダープレスは27.5kgで止まっているので、いったん25kgで12回×3セットをそろえます。\n3セットとも12回できたら27.5kgに戻しましょう。肩に痛みがある日は、ショルダープレスだけお休みしてください。',
    tags: ['肩', '立て直し'],
    steps: [
      [3, 3, 12, 90, 25],
      [4, 3, 10, 90],
      [5, 3, 10, 90],
      [9, 3, 12, 60],
    ],
    daysAgo: 5,
    runsDaysAgo: [],
  },
];
