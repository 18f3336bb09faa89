import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { membershipLimits } from './membership-requests.ts';
import { findNameKanaError, normalizeNameKana } from './name-kana.ts';

describe('normalizeNameKana', () => {
  it.each([
    ['ヤマダ ハナコ', 'ヤマダ ハナコ'],
    ['やまだ はなこ', 'ヤマダ ハナコ'],
    ['ﾔﾏﾀﾞ ﾊﾅｺ', 'ヤマダ ハナコ'],
    ['  ヤマダ　　ハナコ ', 'ヤマダ ハナコ'],
    ['ゔぁいおれっと・じょー', 'ヴァイオレット・ジョー'],
    ['いすゞ', 'イスヾ'],
    ['', ''],
  ])('stores %j as %j', (typed, stored) => {
    expect(normalizeNameKana(typed)).toBe(stored);
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = normalizeNameKana(text);
        expect(normalizeNameKana(once)).toBe(once);
      }),
    );
  });
});

describe('findNameKanaError', () => {
  it.each(['', '   ', 'さとう', 'ｻﾄｳ', 'サトウ・メアリー ジョー'])('accepts %j', (typed) => {
    expect(findNameKanaError(typed)).toBeNull();
  });

  it.each(['山田', 'Yamada', 'ヤマダ1', 'ヤマダ。', 'ヤマダ、ハナコ', '👍'])(
    'rejects %j, which is not kana',
    (typed) => {
      expect(findNameKanaError(typed)).toBe('not_kana');
    },
  );

  it('counts the characters after folding', () => {
    const longest = 'ｶﾞ'.repeat(membershipLimits.nameKana);
    expect(findNameKanaError(longest)).toBeNull();
    expect(findNameKanaError(`${longest}ｱ`)).toBe('too_long');
  });
});
