import { countCharacters } from './character-count.ts';
import { normalizeTitle } from './session-texts.ts';
import { trainerLimits } from './trainer-limits.ts';
import { isVisible } from './visible-text.ts';

/** What a typed reason for a chosen next load is kept as: in one line, as a title is. */
export function normalizeLoadReason(text: string): string {
  return normalizeTitle(text);
}

/** The form's rule, for text as typed. */
export function checkLoadReason(text: string): true | string {
  const reason = normalizeLoadReason(text);
  if (!isVisible(reason)) return '理由を入力してください';
  if (countCharacters(reason) <= trainerLimits.loadReason) return true;
  return `理由は${trainerLimits.loadReason}文字以内で入力してください`;
}
