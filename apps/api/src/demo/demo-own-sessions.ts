import type { Visibility } from '@tanren/domain/training-sessions';
import type { DemoSession } from './demo-session.ts';

/** Of the demo member, whose visits they were done on. */
export interface DemoOwnSession extends DemoSession {
  readonly visibility: Visibility;
  readonly runsDaysAgo: readonly number[];
}

export const ownSessions: readonly DemoOwnSession[] = [
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

/** What the demo member keeps of others, and since when. */
export const ownFavorites: readonly { readonly title: string; readonly daysAgo: number }[] = [
  { title: '30分クイック全身', daysAgo: 240 },
  { title: '胸の日（プレス→フライ）', daysAgo: 171 },
  { title: '体幹を前・横・後ろから', daysAgo: 95 },
  { title: '懸垂1回への道', daysAgo: 33 },
  { title: '脚の日が苦手な人の脚の日', daysAgo: 9 },
];
