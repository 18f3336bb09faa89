import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldForSearch } from './search-text.ts';
import { checkTag, normalizeTag, normalizeTags } from './session-tags.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 30 });

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
  ])('keeps %j as %j', (typed, kept) => {
    expect(normalizeTag(typed)).toBe(kept);
  });

  it('has nothing left to do the second time, and no space in it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = normalizeTag(text);
        expect(normalizeTag(once)).toBe(once);
        expect(once).not.toMatch(/[\s\p{Cc}\p{Cs}]|^#/u);
      }),
      { numRuns: 1000, examples: [['a¨'], ['#\u3000#'], ['\u0958\u0301\u0301\u0301']] },
    );
  });
});

describe('normalizeTags', () => {
  it('keeps each once, in their order, as first written', () => {
    expect(
      normalizeTags(['ストレッチ', '#胸', 'すとれっち', 'ｽﾄﾚｯﾁ', ' ', '胸', '\ufe0f']),
    ).toEqual(['ストレッチ', '胸']);
  });

  it('never gives two that fold to the same', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 5 }), (texts) => {
        const folded = normalizeTags(texts).map(foldForSearch);
        expect(new Set(folded).size).toBe(folded.length);
        expect(folded).not.toContain('');
      }),
    );
  });
});

describe('checkTag', () => {
  it('says true or what is wrong', () => {
    expect(checkTag('#初心者')).toBe(true);
    expect(checkTag('あ'.repeat(20))).toBe(true);
    expect(checkTag('あ'.repeat(21))).toBe('タグは20文字以内で入力してください');
    for (const nothing of ['', ' # ', '\u200b', '\ufe0f', '\u3164']) {
      expect(checkTag(nothing)).toBe('タグを入力してください');
    }
  });

  it('takes nothing that would be lost', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const kept = checkTag(text) === true ? [normalizeTag(text)] : normalizeTags([text]);
        expect(normalizeTags([text])).toEqual(kept);
      }),
      { numRuns: 2000 },
    );
  });
});
