import type { StaffInformation } from '@tanren/contract/staff-informations';
import { formatGymClock, formatGymDate, gymDayOf } from '#lib/dates.ts';

export type InformationState = 'draft' | 'planned' | 'published';

export function stateOf({ publishAt, published }: StaffInformation): InformationState {
  if (publishAt === null) return 'draft';
  return published ? 'published' : 'planned';
}

export const stateWords: Record<InformationState, string> = {
  draft: '下書き',
  planned: '公開予定',
  published: '公開中',
};

/** `2025年08月15日(金) 10:00`, on the gym's clock. */
export function formatInstant(instant: string): string {
  return `${formatGymDate(gymDayOf(instant))} ${formatGymClock(instant)}`;
}

export function describeTime(information: StaffInformation): string {
  const { publishAt, updatedAt } = information;
  switch (stateOf(information)) {
    case 'draft':
      return `${formatInstant(updatedAt)} 更新`;
    case 'planned':
      return `${formatInstant(publishAt ?? updatedAt)} に公開`;
    case 'published':
      return `${formatInstant(publishAt ?? updatedAt)} から公開`;
  }
}
