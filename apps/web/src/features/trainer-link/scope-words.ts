import type { TrainerScope } from '@tanren/domain/trainers';

/** What letting it be seen means. */
export const scopeMeanings = {
  history: 'これまでに行った種目と、重さや回数、自己ベスト、次回の重さ',
  profile: '身長、体重、年齢、性別、運動習慣、トレーニングの目的',
  status: '今週のトレーニング、部位ごとのセット数、続いている週の数',
} as const satisfies Record<TrainerScope, string>;

/** Whoever shares nothing is told what a link is still good for. */
export const nothingShared =
  'どの情報も共有しない場合も、トレーナーはあなたのためにセッションを作れます。';
