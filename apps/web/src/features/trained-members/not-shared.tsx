import { IconEyeOff } from '@tabler/icons-react';
import type { TrainerScope } from '@tanren/domain/trainers';
import { Notice } from '#ui/feedback/notices.tsx';
import { useMember } from './within-link.tsx';

export function NotShared() {
  return <Notice Icon={IconEyeOff}>この情報は共有されていません。</Notice>;
}

/** Of the newest answer: what has been taken back is not shown from memory. */
export function useShares(scope: TrainerScope): boolean {
  return useMember().scopes.includes(scope);
}
