import type { TrainerScope } from '@tanren/domain/trainers';

/** What a member lets a trainer see, in the words of both. */
export const scopeNames = {
  history: 'トレーニング履歴',
  profile: 'プロフィール',
  status: 'トレーニング状況',
} as const satisfies Record<TrainerScope, string>;
