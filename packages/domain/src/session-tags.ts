import { foldForSearch } from './search-text.ts';
import { sessionLimits } from './training-sessions.ts';

/** What a typed tag is kept as: without # and without spaces, which separate tags. */
export function normalizeTag(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}\p{Co}]+/gu, '')
    .replace(/^#+/, '');
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

export function checkTag(text: string): true | string {
  const tag = normalizeTag(text);
  if (tag === '') return 'タグを入力してください';
  if (Array.from(tag).length <= sessionLimits.tag) return true;
  return `タグは${sessionLimits.tag}文字以内で入力してください`;
}
