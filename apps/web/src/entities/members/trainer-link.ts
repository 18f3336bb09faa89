import type { TrainerScope } from '@tanren/domain/trainers/trainers';

/** Labels of the data that a member can share with a trainer. Both see the same words. */
export const scopeNames = {
  history: 'トレーニング履歴',
  profile: 'プロフィール',
  status: 'トレーニング状況',
} as const satisfies Record<TrainerScope, string>;
