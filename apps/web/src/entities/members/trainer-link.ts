import type { TrainerScope } from '@tanren/domain/trainers';
import { readIdentity } from '#lib/auth/auth.ts';

/** What a member lets a trainer see, in the words of both. */
export const scopeNames = {
  history: 'トレーニング履歴',
  profile: 'プロフィール',
  status: 'トレーニング状況',
} as const satisfies Record<TrainerScope, string>;

/*
 * Whether this device has seen the member with a trainer. Only a hint, for pages that wait for
 * a trainer's news where some are likely and must not where nobody would send any.
 */

/** Each member's own: a phone may be shared. Null: nobody is signed in. */
async function nameHint(): Promise<string | null> {
  const sub = (await readIdentity())?.sub;
  return sub === undefined ? null : `tanren:trainer:${sub}`;
}

export async function hasTrainerHint(): Promise<boolean> {
  const name = await nameHint();
  try {
    return name !== null && localStorage.getItem(name) !== null;
  } catch {
    // Storage may be forbidden: then there is none.
    return false;
  }
}

export async function keepTrainerHint(hasTrainer: boolean): Promise<void> {
  const name = await nameHint();
  if (name === null) return;
  try {
    if (hasTrainer) localStorage.setItem(name, 'yes');
    else localStorage.removeItem(name);
  } catch {
    // Full or forbidden: pages do without.
  }
}
