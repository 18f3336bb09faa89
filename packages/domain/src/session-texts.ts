import { countCharacters } from './character-count.ts';
import { sessionLimits } from './training-sessions.ts';
import { dropDisturbing, flattenMarks, isVisible } from './visible-text.ts';

/** What a typed title is kept as: as it was written, in one line. */
export function normalizeTitle(text: string): string {
  const parts = splitLines(text).map((line) => line.trim());
  return parts.filter((part) => part !== '').join(' ');
}

/** What a typed description is kept as: as it was written; never more than two empty lines. */
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
      flattenMarks(dropDisturbing(line.replaceAll('\t', ' ')).replace(/\p{Cc}/gu, '')),
    );
}

/** The form's rule, for text as typed. */
export function checkTitle(text: string): true | string {
  const title = normalizeTitle(text);
  if (!isVisible(title)) return 'タイトルを入力してください';
  if (countCharacters(title) <= sessionLimits.title) return true;
  return `タイトルは${sessionLimits.title}文字以内で入力してください`;
}

/** The form's rule, for text as typed; there may be none. */
export function checkDescription(text: string): true | string {
  if (countCharacters(normalizeDescription(text)) <= sessionLimits.description) return true;
  return `説明は${sessionLimits.description}文字以内で入力してください`;
}
