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
