import type { StaffMember } from '@tanren/contract/staff-members';

/** Whoever has an account and no profile yet has no nickname either. */
export function nameMember({ nickname }: Pick<StaffMember, 'nickname'>): string {
  return nickname === '' ? 'プロフィール未登録' : nickname;
}
