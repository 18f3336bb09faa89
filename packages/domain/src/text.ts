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

/**
 * Lone surrogates, private use, and characters that turn or hide the text around them. A joiner
 * stays where it joins emoji. Controls are not among them, because a line break is one.
 */
const disturbing = /\u200d(?!\p{Extended_Pictographic})|(?!\u200d)[\p{Cf}\p{Cs}\p{Co}]/gu;

export function dropDisturbing(text: string): string {
  return text.replace(disturbing, '');
}

/** Piled up, marks cover the lines above and below. */
export function flattenMarks(text: string): string {
  return text.replace(/(\p{M}{3})\p{M}+/gu, '$1');
}

/** Fillers and selectors alone show nothing; the braille pattern without a dot is a symbol. */
export function isVisible(text: string): boolean {
  const shown = text.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '');
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(shown);
}

/**
 * What a text is searched by: NFKC (half-width kana, full-width letters), lower case, hiragana
 * for katakana, so that ちぇすと finds チェスト, and one dash and one wave for the many that
 * keyboards write. What cannot be seen is left out; spaces become single ones.
 */
export function foldForSearch(text: string): string {
  return (
    text
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .normalize('NFKC')
      .toLowerCase()
      // Once more: some letters have their mark built in as a small letter only (ẖ).
      .normalize('NFKC')
      .replace(/[ァ-ヶヽヾ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
      .replace(/[‐-―−]/g, '-')
      .replaceAll('〜', '~')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
  );
}

const mostWords = 5;

/** The words of a search, folded; each must occur. Beyond five the rest says nothing new. */
export function splitSearchWords(text: string): string[] {
  const words = foldForSearch(text).split(' ');
  return [...new Set(words)].filter((word) => word !== '').slice(0, mostWords);
}

/**
 * What an index by two neighbouring characters is asked for: Japanese has words of one and two
 * characters (脚, 背中), which an index by three never finds.
 */
export function listSearchGrams(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length < 2) return characters;
  const pairs = characters.slice(1).map((second, n) => `${characters[n] ?? ''}${second}`);
  return [...new Set(pairs)];
}
