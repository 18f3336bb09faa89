import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldForSearch, listSearchGrams, splitSearchWords } from './text.ts';
import { anyText } from './testing/any-text.ts';

const anything = anyText({ maxLength: 60 });
/** Texts like those on the pages and on members' phones. */
const japanese = fc
  .array(
    fc.constantFrom(
      ...Array.from('アイヴガパッャヵヶヽヾーぁがゔゝゞ脚胸背中０９ＡｚABc 　～〜‐−𠮷㌔㍍ﬁ'),
      'ﾁｪｽﾄﾌﾟﾚｽ',
      'ﾍﾞﾝﾁ',
      '🏋️‍♀️',
      '👍🏽',
      '🇯🇵',
      '辻󠄀',
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

/** Returns every part of a text that consists of whole characters. */
function listPieces(text: string): string[] {
  const characters = Array.from(text);
  return characters.flatMap((_, start) =>
    characters
      .slice(start)
      .map((__, length) => characters.slice(start, start + length + 1).join('')),
  );
}

/**
 * Returns the entries that the index stores for a text: each character and each pair of neighbours.
 */
function listIndexed(text: string): Set<string> {
  const characters = Array.from(text);
  return new Set(characters.flatMap((first, n) => [first, first + (characters[n + 1] ?? '')]));
}

describe('foldForSearch', () => {
  it.each([
    ['チェストプレス', 'ちぇすとぷれす'],
    ['ﾁｪｽﾄﾌﾟﾚｽ', 'ちぇすとぷれす'],
    ['ﾍﾞﾝﾁﾌﾟﾚｽ', 'べんちぷれす'],
    ['ヘ\u3099ンチ', 'べんち'],
    ['ヴァリエーション', 'ゔぁりえーしょん'],
    ['ｳﾞｧﾘｴｰｼｮﾝ', 'ゔぁりえーしょん'],
    ['週２ヵ月・３ヶ所', '週2ゕ月・3ゖ所'],
    ['スヽメ、スヾメ', 'すゝめ、すゞめ'],
    ['学問のすゝめ', '学問のすゝめ'],
    ['ＨＩＩＴ　Ｄａｙ', 'hiit day'],
    ['ﬁtness', 'fitness'],
    ['30㌔', '30きろ'],
    ['㈱タンレン', '(株)たんれん'],
    ['8～12回', '8~12回'],
    ['8〜12回', '8~12回'],
    ['A−B', 'a-b'],
    ['Ａ‐Ｂ', 'a-b'],
    ['全\u200b身', '全身'],
    ['🏋️‍♀️の日', '🏋♀の日'],
    ['𠮷野', '𠮷野'],
    ['辻󠄀', '辻'],
    ['  胸\t\r\n　背中\u0000 ', '胸 背中'],
    ['', ''],
  ])('folds %j to %j', (text, folded) => {
    expect(foldForSearch(text)).toBe(folded);
  });

  it('keeps the long vowel mark of kana, which is not a dash', () => {
    expect(foldForSearch('シーテッドロー')).toBe('しーてっどろー');
    expect(foldForSearch('ｼｰﾃｯﾄﾞﾛｰ')).toBe('しーてっどろー');
    expect(foldForSearch('ロー')).not.toBe(foldForSearch('ロ-'));
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.oneof(anything, japanese), (text) => {
        const once = foldForSearch(text);
        expect(foldForSearch(once)).toBe(once);
      }),
      { numRuns: 1000, examples: [['H\u0331'], ['¨a'], ['か\u200b\u3099'], ['ﾞ'], ['ヷ']] },
    );
  });

  it('contains no invisible characters, and only single spaces inside', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(foldForSearch(text)).not.toMatch(/\p{Cc}|\p{Default_Ignorable_Code_Point}/u);
        expect(foldForSearch(text)).not.toMatch(/^\s|\s$|\s\s|[^\S ]/u);
      }),
    );
  });
});

describe('splitSearchWords', () => {
  it('splits at spaces of any kind, folds, and returns each word once', () => {
    expect(splitSearchWords('　チェスト 胸\tちぇすと　ＨＩＩＴ ')).toEqual([
      'ちぇすと',
      '胸',
      'hiit',
    ]);
    expect(splitSearchWords(' 　\n')).toEqual([]);
    expect(splitSearchWords('\u200b')).toEqual([]);
  });

  it('stops after five different words', () => {
    expect(splitSearchWords('a a b c d e f g')).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

describe('listSearchGrams', () => {
  it('returns neighbouring characters, or the only one', () => {
    expect(listSearchGrams('脚')).toEqual(['脚']);
    expect(listSearchGrams('背中')).toEqual(['背中']);
    expect(listSearchGrams('ちぇすと')).toEqual(['ちぇ', 'ぇす', 'すと']);
    expect(listSearchGrams('ももももも')).toEqual(['もも']);
    expect(listSearchGrams('')).toEqual([]);
  });

  it('never cuts a character in two', () => {
    expect(listSearchGrams('𠮷')).toEqual(['𠮷']);
    expect(listSearchGrams('💪𠮷🔥')).toEqual(['💪𠮷', '𠮷🔥']);
  });

  it('finds every text by every part of it', () => {
    fc.assert(
      fc.property(japanese, (typed) => {
        const text = foldForSearch(typed);
        const indexed = listIndexed(text);
        const words = listPieces(text).flatMap(splitSearchWords);
        const lost = words.filter(
          (word) =>
            !text.includes(word) || listSearchGrams(word).some((gram) => !indexed.has(gram)),
        );
        expect(lost).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
