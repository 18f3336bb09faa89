import {
  countCharacters,
  removeDisturbing,
  flattenMarks,
  foldForSearch,
  isVisible,
} from '#text.ts';
import { menuLimits } from './menus.ts';

/** Normalizes a typed title to one line. */
export function normalizeTitle(text: string): string {
  const parts = splitLines(text).map((line) => line.trim());
  return parts.filter((part) => part !== '').join(' ');
}

/** Normalizes a typed description to at most two empty lines in a row. */
export function normalizeDescription(text: string): string {
  const lines = splitLines(text).map((line) => line.trimEnd());
  return lines
    .join('\n')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();
}

function splitLines(text: string): string[] {
  return text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) =>
      flattenMarks(removeDisturbing(line.replaceAll('\t', ' ')).replace(/\p{Cc}/gu, '')),
    );
}

/** Checks a title as typed. Returns `true` or the message for the form. */
export function checkTitle(text: string): true | string {
  const title = normalizeTitle(text);
  if (!isVisible(title)) return 'タイトルを入力してください';
  if (countCharacters(title) <= menuLimits.title) return true;
  return `タイトルは${menuLimits.title}文字以内で入力してください`;
}

/**
 * Checks a description as typed, which may be empty. Returns `true` or the message for the form.
 */
export function checkDescription(text: string): true | string {
  if (countCharacters(normalizeDescription(text)) <= menuLimits.description) return true;
  return `説明は${menuLimits.description}文字以内で入力してください`;
}

/** Normalizes a typed tag: it has no # and no spaces, which separate tags. */
export function normalizeTag(text: string): string {
  const closed = removeDisturbing(text)
    .normalize('NFKC')
    .replace(/[\s\p{Cc}]+/gu, '');
  // A second pass is needed: NFKC turns some marks into a space and a mark, and without the space
  // the mark joins the character before it.
  return flattenMarks(closed.normalize('NFKC')).replace(/^#+/, '');
}

/** Returns the tags in their order, each once. ストレッチ and すとれっち are the same tag. */
export function normalizeTags(texts: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  for (const tag of texts.map(normalizeTag)) {
    const folded = foldForSearch(tag);
    if (folded !== '' && !byFolded.has(folded)) byFolded.set(folded, tag);
  }
  return [...byFolded.values()];
}

/** Checks a tag as typed. Returns `true` or the message for the form. */
export function checkTag(text: string): true | string {
  const tag = normalizeTag(text);
  if (!isVisible(tag)) return 'タグを入力してください';
  if (countCharacters(tag) <= menuLimits.tag) return true;
  return `タグは${menuLimits.tag}文字以内で入力してください`;
}
