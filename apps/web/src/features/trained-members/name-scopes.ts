import { type TrainerScope, trainerScopes } from '@tanren/domain/trainers';
import { scopeNames } from '#entities/members/trainer-link.ts';

/** `トレーニング履歴・トレーニング状況`, in the same order for everybody. */
export function nameScopes(scopes: readonly TrainerScope[]): string {
  const shared = trainerScopes.filter((scope) => scopes.includes(scope));
  return shared.length === 0 ? 'なし' : shared.map((scope) => scopeNames[scope]).join('・');
}
