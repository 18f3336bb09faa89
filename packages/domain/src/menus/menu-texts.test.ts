import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '#testing/any-text.ts';
import { foldForSearch } from '#text.ts';
import {
  checkDescription,
  checkTag,
  checkTitle,
  normalizeDescription,
  normalizeTag,
  normalizeTags,
  normalizeTitle,
} from './menu-texts.ts';

const anything = fc.oneof(
  anyText({ maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom(
      '\n',
      '\r',
      '\t',
      ' ',
      '　',
      '\u200d',
      '👩',
      '\u0301',
      'a',
      '\u2028',
      '\0',
    ),
    maxLength: 30,
  }),
);

describe('normalizeTitle', () => {
  it.each([
    ['as it was written', 'ﾁｪｽﾄ　＆　Ｂａｃｋ', 'ﾁｪｽﾄ　＆　Ｂａｃｋ'],
    ['without space around it', ' 　胸の日\n', '胸の日'],
    ['in one line', '胸の日\r\n  ＋腕\u2028🔥', '胸の日 ＋腕 🔥'],
    ['without controls', 'a\u0000b\u001b[31mc\td', 'ab[31mc d'],
    ['without direction and invisible characters', 'a\u202egpj\u200b\u00adb\ufeff', 'agpjb'],
    ['without lone surrogates', 'a\ud83db', 'ab'],
    ['with joined emoji whole', '🏋️‍♀️の日\u200d', '🏋️‍♀️の日'],
    ['with variants of kanji', '辻\u{e0100}さん', '辻\u{e0100}さん'],
    ['without many combining marks', `a${'\u0301'.repeat(9)}b`, `a${'\u0301'.repeat(3)}b`],
  ])('stores it %s', (_how, typed, kept) => {
    expect(normalizeTitle(typed)).toBe(kept);
  });
});

describe('normalizeDescription', () => {
  it.each([
    ['with its lines', '一行目\n\n三行目', '一行目\n\n三行目'],
    ['with line breaks of every system as one', 'a\r\nb\rc\u2028d\u0085e', 'a\nb\nc\nd\ne'],
    ['with indentation', 'a\n　・b\n  c', 'a\n　・b\n  c'],
    ['without trailing spaces', 'a 　\nb\t\n', 'a\nb'],
    ['without a long gap', `a${'\n \r\n'.repeat(20)}b`, 'a\n\n\nb'],
    ['without controls', 'a\u0007\nb\0', 'a\nb'],
    ['without direction characters', 'a\u2067b\nc', 'ab\nc'],
  ])('stores it %s', (_how, typed, kept) => {
    expect(normalizeDescription(typed)).toBe(kept);
  });
});

describe.each([normalizeTitle, normalizeDescription])('%o', (normalize) => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(normalize(normalize(text))).toBe(normalize(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('contains nothing that a database, a log or a page cannot handle', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(normalize(text).replaceAll('\n', '')).not.toMatch(
          /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u,
        );
        expect(normalize(text).trim()).toBe(normalize(text));
      }),
      { numRuns: 2000 },
    );
  });
});

it('a title never has a second line', () => {
  fc.assert(fc.property(anything, (text) => !normalizeTitle(text).includes('\n')));
});

describe('checkTitle', () => {
  it.each(['胸の日', ' a ', 'あ'.repeat(60), '👍🏽'.repeat(60), `${'あ'.repeat(60)}\n`])(
    'accepts %j',
    (text) => {
      expect(checkTitle(text)).toBe(true);
    },
  );

  it.each(['', ' 　\n', '\u200b', '\u3164', '\u2800\ufe0f', '\u0007'])(
    'rejects %j as empty',
    (text) => {
      expect(checkTitle(text)).toBe('タイトルを入力してください');
    },
  );

  it('rejects more than 60 characters', () => {
    expect(checkTitle('あ'.repeat(61))).toBe('タイトルは60文字以内で入力してください');
  });
});

describe('checkDescription', () => {
  it('accepts an empty text, and up to 1000 characters with line breaks', () => {
    expect(checkDescription('')).toBe(true);
    expect(checkDescription(`${'あ'.repeat(499)}\r\n${'い'.repeat(500)}  `)).toBe(true);
    expect(checkDescription(`${'あ'.repeat(500)}\n${'い'.repeat(500)}`)).toBe(
      '説明は1000文字以内で入力してください',
    );
  });
});

describe('menu tags', () => {
  const anyTag = anyText({ maxLength: 30 });

  describe('normalizeTag', () => {
    it.each([
      ['#胸の日', '胸の日'],
      ['＃＃ 胸の日', '胸の日'],
      ['　全 身\n', '全身'],
      ['ＨＩＩＴ', 'HIIT'],
      ['ｽﾄﾚｯﾁ', 'ストレッチ'],
      ['か\u200b\u3099', 'が'],
      ['C#', 'C#'],
      ['🏋️‍♀️', '🏋️‍♀️'],
      ['a\u202e\0b', 'ab'],
      ['#', ''],
    ])('stores %j as %j', (typed, kept) => {
      expect(normalizeTag(typed)).toBe(kept);
    });

    it('changes nothing the second time, and contains no space', () => {
      fc.assert(
        fc.property(anyTag, (text) => {
          const once = normalizeTag(text);
          expect(normalizeTag(once)).toBe(once);
          expect(once).not.toMatch(/[\s\p{Cc}\p{Cs}]|^#/u);
        }),
        { numRuns: 1000, examples: [['a¨'], ['#\u3000#'], ['\u0958\u0301\u0301\u0301']] },
      );
    });
  });

  describe('normalizeTags', () => {
    it('keeps each once, in order, as first written', () => {
      expect(
        normalizeTags(['ストレッチ', '#胸', 'すとれっち', 'ｽﾄﾚｯﾁ', ' ', '胸', '\ufe0f']),
      ).toEqual(['ストレッチ', '胸']);
    });

    it('never returns two tags that fold to the same', () => {
      fc.assert(
        fc.property(fc.array(anyTag, { maxLength: 5 }), (texts) => {
          const folded = normalizeTags(texts).map(foldForSearch);
          expect(new Set(folded).size).toBe(folded.length);
          expect(folded).not.toContain('');
        }),
      );
    });
  });

  describe('checkTag', () => {
    it('returns true or the error', () => {
      expect(checkTag('#初心者')).toBe(true);
      expect(checkTag('あ'.repeat(20))).toBe(true);
      expect(checkTag('あ'.repeat(21))).toBe('タグは20文字以内で入力してください');
      for (const nothing of ['', ' # ', '\u200b', '\ufe0f', '\u3164']) {
        expect(checkTag(nothing)).toBe('タグを入力してください');
      }
    });

    it('accepts nothing that normalising would change', () => {
      fc.assert(
        fc.property(anyTag, (text) => {
          const kept = checkTag(text) === true ? [normalizeTag(text)] : normalizeTags([text]);
          expect(normalizeTags([text])).toEqual(kept);
        }),
        { numRuns: 2000 },
      );
    });
  });
});
