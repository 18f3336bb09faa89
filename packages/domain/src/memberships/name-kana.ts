import { countCharacters } from '#text.ts';
import { membershipLimits } from './membership-requests.ts';

/**
 * Returns a フリガナ in full-width katakana with single spaces. Half-width kana and hiragana become
 * katakana, because phones and older forms produce all of them.
 */
export function normalizeNameKana(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[ぁ-ゖゝゞ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const katakana = /^[ァ-ヺーヽヾ・ ]*$/;

/** Returns why a フリガナ is rejected, or `null`. An empty one is accepted, because it is optional. */
export function findNameKanaError(typed: string): 'not_kana' | 'too_long' | null {
  const kana = normalizeNameKana(typed);
  if (!katakana.test(kana)) return 'not_kana';
  return countCharacters(kana) > membershipLimits.nameKana ? 'too_long' : null;
}
