import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkNickname, normalizeNickname, refuseNickname } from './nickname.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

describe('normalizeNickname', () => {
  it.each([
    ['  鍛太郎　', '鍛太郎'],
    ['Ｔａｎｒｅｎ　４７', 'Tanren 47'],
    ['ﾀﾝﾚﾝ', 'タンレン'],
    ['カ\u3099', 'ガ'],
    ['山田  \u3000 太郎', '山田 太郎'],
  ])('keeps %j as %j', (typed, kept) => {
    expect(normalizeNickname(typed)).toBe(kept);
  });

  it('has nothing left to do the second time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = normalizeNickname(text);
        expect(normalizeNickname(once)).toBe(once);
      }),
    );
  });
});

describe('refuseNickname', () => {
  it.each([
    '鍛',
    'a',
    'ジム好き🏋️‍♀️',
    '👨‍👩‍👧‍👦'.repeat(20),
    '🇯🇵'.repeat(20),
    '👍🏽'.repeat(20),
    '辻\u{e0100}',
    '渡邉 花子',
    '!?',
    'น้ำ',
    'あ'.repeat(20),
  ])('takes %s', (nickname) => {
    expect(refuseNickname(normalizeNickname(nickname))).toBeNull();
  });

  it.each(['', ' ', '　　', '\t\n'])('finds %j empty', (text) => {
    expect(refuseNickname(normalizeNickname(text))).toBe('empty');
  });

  it.each(['あ'.repeat(21), '👍🏽'.repeat(21), '🇯🇵'.repeat(21), '㌔'.repeat(11)])(
    'finds %s too long',
    (text) => {
      expect(refuseNickname(normalizeNickname(text))).toBe('too_long');
    },
  );

  it('does not let one endless emoji through', () => {
    expect(refuseNickname(`👩${'\u200d👩'.repeat(80)}`)).toBe('too_long');
  });

  it.each([
    ['a line break', 'a\nb'],
    ['an escape', 'a\u001b[31m'],
    ['text turned round', 'a\u202egpj'],
    ['a zero-width space', 'a\u200bb'],
    ['nothing but a filler', '\u3164'],
    ['nothing but an empty braille pattern', '\u2800'],
    ['nothing but a selector', '\ufe0f'],
    ['a joiner between letters', 'a\u200db'],
    ['a joiner at the end', 'a\u200d'],
    ['a lone surrogate', 'a\ud800'],
    ['private use', 'a\ue000'],
    ['piled marks', `a${'\u0301'.repeat(9)}`],
    ['a mark at the start', '\u3099か'],
    ['a soft hyphen', 'a\u00adb'],
    ['a line separator', 'a\u2028b'],
  ])('finds %s unreadable', (_name, text) => {
    expect(refuseNickname(normalizeNickname(text))).toBe('unreadable');
  });

  it('accepts nothing that PostgreSQL or a log could stumble over', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const nickname = normalizeNickname(text);
        if (refuseNickname(nickname) !== null) return;
        expect(nickname).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e]/u);
        expect(nickname.normalize('NFC')).toBe(nickname);
        expect(nickname.trim()).toBe(nickname);
        expect(Array.from(nickname).length).toBeLessThanOrEqual(160);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('checkNickname', () => {
  it('says true or what is wrong', () => {
    expect(checkNickname('　鍛太郎 ')).toBe(true);
    expect(checkNickname(' ')).toBe('ニックネームを入力してください');
    expect(checkNickname('あ'.repeat(21))).toBe('ニックネームは20文字以内で入力してください');
    expect(checkNickname('a\u0007')).toBe('ニックネームに使えない文字が含まれています');
  });
});
