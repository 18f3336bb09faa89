import { countCharacters } from './character-count.ts';
import { foldForSearch } from './search-text.ts';
import { sessionLimits } from './training-sessions.ts';
import { dropDisturbing, flattenMarks, isVisible } from './visible-text.ts';

/** What a typed tag is kept as: without # and without spaces, which separate tags. */
export function normalizeTag(text: string): string {
  const closed = dropDisturbing(text)
    .normalize('NFKC')
    .replace(/[\s\p{Cc}]+/gu, '');
  // Again: NFKC makes a space of some marks, and without it they join what stands before.
  return flattenMarks(closed.normalize('NFKC')).replace(/^#+/, '');
}

/** In their order, each once; ストレッチ and すとれっち are the same one. */
export function normalizeTags(texts: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  for (const tag of texts.map(normalizeTag)) {
    const folded = foldForSearch(tag);
    if (folded !== '' && !byFolded.has(folded)) byFolded.set(folded, tag);
  }
  return [...byFolded.values()];
}

/** The form's rule, for a tag as typed. */
export function checkTag(text: string): true | string {
  const tag = normalizeTag(text);
  if (!isVisible(tag)) return 'タグを入力してください';
  if (countCharacters(tag) <= sessionLimits.tag) return true;
  return `タグは${sessionLimits.tag}文字以内で入力してください`;
}
