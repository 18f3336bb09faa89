/**
 * As a reader counts: marks, joined emoji and flags are one with what they stand on.
 * Not by Intl.Segmenter, whose answer changes with the age of a browser.
 */
export function countCharacters(text: string): number {
  const bases = text
    .replace(/\u200d\p{Extended_Pictographic}/gu, '')
    .replace(/\p{Regional_Indicator}{2}/gu, 'x')
    .replace(/[\p{M}\p{Emoji_Modifier}]/gu, '');
  return Array.from(bases).length;
}
