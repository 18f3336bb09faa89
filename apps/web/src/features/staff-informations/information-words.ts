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

export interface SavedWords {
  readonly title: string;
  readonly text: string;
}

/** `before`: what it replaced; null: nothing. */
export function describeSaved(
  saved: StaffInformation,
  before: StaffInformation | null,
): SavedWords {
  const was = before === null ? null : stateOf(before);
  switch (stateOf(saved)) {
    case 'draft':
      return was === 'published'
        ? { title: '公開をやめました', text: '会員のお知らせから外し、下書きに戻しました。' }
        : { title: '下書きを保存しました', text: '会員には表示されていません。' };
    case 'planned':
      return {
        title: '公開を予約しました',
        text: `${formatInstant(saved.publishAt ?? saved.updatedAt)} に公開されます。`,
      };
    case 'published':
      return was === 'published'
        ? { title: '変更を保存しました', text: '会員に表示されている内容を更新しました。' }
        : { title: 'お知らせを公開しました', text: '会員に表示されています。' };
  }
}
