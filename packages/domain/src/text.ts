/**
 * Counts characters as a reader does: combining marks, joined emoji and flags count together with
 * their base. Intl.Segmenter is not used, because its result depends on the browser's version.
 */
export function countCharacters(text: string): number {
  const bases = text
    .replace(/\u200d\p{Extended_Pictographic}/gu, '')
    .replace(/\p{Regional_Indicator}{2}/gu, 'x')
    .replace(/[\p{M}\p{Emoji_Modifier}]/gu, '');
  return Array.from(bases).length;
}

const character =
  /^(?:\p{Regional_Indicator}{2}|[^])[\p{M}\p{Emoji_Modifier}]*(?:\u200d\p{Extended_Pictographic}[\p{M}\p{Emoji_Modifier}]*)*/u;

/** Returns the first character as a reader sees it, or an empty text. */
export function takeFirstCharacter(text: string): string {
  return character.exec(text)?.[0] ?? '';
}

/**
 * Lone surrogates, private use characters, and characters that reverse or hide the text around
 * them. A joiner between emoji is kept. Control characters are not included, because a line break
 * is one.
 */
const disturbing = /\u200d(?!\p{Extended_Pictographic})|(?!\u200d)[\p{Cf}\p{Cs}\p{Co}]/gu;

export function removeDisturbing(text: string): string {
  return text.replace(disturbing, '');
}

/**
 * Limits combining marks to three per character, because more would cover the lines above and
 * below.
 */
export function flattenMarks(text: string): string {
  return text.replace(/(\p{M}{3})\p{M}+/gu, '$1');
}

/**
 * Returns whether the text shows anything. Fillers and selectors alone are invisible, and the empty
 * braille pattern counts as a symbol.
 */
export function isVisible(text: string): boolean {
  const shown = text.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '');
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(shown);
}

/**
 * Returns the form of a text for searching: NFKC (half-width kana, full-width letters), lower case,
 * and hiragana instead of katakana, so that ちぇすと finds チェスト. The many kinds of dashes and waves
 * become one each. Invisible characters are removed, and spaces are reduced to single ones.
 */
export function foldForSearch(text: string): string {
  return (
    text
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .normalize('NFKC')
      .toLowerCase()
      // The second normalization is needed because some letters have a composed form in lower case
      // only (ẖ).
      .normalize('NFKC')
      .replace(/[ァ-ヶヽヾ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
      .replace(/[‐-―−]/g, '-')
      .replaceAll('〜', '~')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
  );
}

const maxWords = 5;

/** Returns the folded words of a search. Each must occur. Words after the fifth are ignored. */
export function splitSearchWords(text: string): string[] {
  const words = foldForSearch(text).split(' ');
  return [...new Set(words)].filter((word) => word !== '').slice(0, maxWords);
}

/**
 * Returns the entries to look up in an index of neighbouring pairs. Japanese has words of one and
 * two characters (脚, 背中), which an index of three characters never finds.
 */
export function listSearchGrams(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length < 2) return characters;
  const pairs = characters.slice(1).map((second, n) => `${characters[n] ?? ''}${second}`);
  return [...new Set(pairs)];
}
