import type { DemoSession } from './demo-session.ts';

/** What the demo trainer made for the demo member, and on which visits it was done. */
export interface DemoTrainedSession extends DemoSession {
  readonly runsDaysAgo: readonly number[];
}

export const trainedSessions: readonly DemoTrainedSession[] = [
  {
    title: 'フォーム確認の全身メニュー',
    description:
      '初回にお話しした3つ（肩をすくめない・膝を内側に入れない・呼吸を止めない）を確かめるメニューです。\n重さは軽めで大丈夫です。週の1回目に行ってください。',
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
