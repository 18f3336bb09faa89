import type { TrainerScope } from '@tanren/domain/trainer-scopes';

/** What a member lets a trainer see, and what that means. */
export const scopeWords = {
  history: {
    name: 'トレーニング履歴',
    meaning: 'これまでに行った種目と、重さや回数、自己ベストの記録',
  },
  profile: {
    name: 'プロフィール',
    meaning: '身長、体重、年齢、性別、運動習慣、トレーニングの目的',
  },
  status: {
    name: 'トレーニング状況',
    meaning: '部位ごとのセット数、続いている週の数、次回の重さ',
  },
} as const satisfies Record<TrainerScope, { readonly name: string; readonly meaning: string }>;

/** Whoever shares nothing is told what a link is still good for. */
export const nothingShared =
  'どの情報も共有しない場合も、トレーナーはあなたのためにセッションを作れます。';
