import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  ageOn,
  checkBirthDate,
  checkHeight,
  checkNickname,
  checkWeight,
  latestBirthDate,
  normalizeNickname,
  parseBirthDate,
  parseHeight,
  parseWeight,
  validateBirthDate,
  validateHeight,
  validateNickname,
  validateWeight,
} from './profile-fields.ts';
import { anyText } from '#testing/any-text.ts';

const anything = anyText({ maxLength: 60 });

describe('normalizeNickname', () => {
  it.each([
    ['  鍛太郎　', '鍛太郎'],
    ['Ｔａｎｒｅｎ　４７', 'Tanren 47'],
    ['ﾀﾝﾚﾝ', 'タンレン'],
    ['カ\u3099', 'ガ'],
    ['山田  \u3000 太郎', '山田 太郎'],
  ])('stores %j as %j', (typed, kept) => {
    expect(normalizeNickname(typed)).toBe(kept);
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const once = normalizeNickname(text);
        expect(normalizeNickname(once)).toBe(once);
      }),
    );
  });
});

describe('validateNickname', () => {
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
  ])('accepts %s', (nickname) => {
    expect(validateNickname(normalizeNickname(nickname))).toBeNull();
  });

  it.each(['', ' ', '　　', '\t\n'])('rejects %j as empty', (text) => {
    expect(validateNickname(normalizeNickname(text))).toBe('empty');
  });

  it.each(['あ'.repeat(21), '👍🏽'.repeat(21), '🇯🇵'.repeat(21), '㌔'.repeat(11)])(
    'rejects %s as too long',
    (text) => {
      expect(validateNickname(normalizeNickname(text))).toBe('too_long');
    },
  );

  it('rejects one endless emoji', () => {
    expect(validateNickname(`👩${'\u200d👩'.repeat(80)}`)).toBe('too_long');
  });

  it.each([
    ['a line break', 'a\nb'],
    ['an escape', 'a\u001b[31m'],
    ['reversed text direction', 'a\u202egpj'],
    ['a zero-width space', 'a\u200bb'],
    ['only a filler', '\u3164'],
    ['only an empty braille pattern', '\u2800'],
    ['only a variation selector', '\ufe0f'],
    ['a joiner between letters', 'a\u200db'],
    ['a joiner at the end', 'a\u200d'],
    ['a lone surrogate', 'a\ud800'],
    ['private use', 'a\ue000'],
    ['many combining marks', `a${'\u0301'.repeat(9)}`],
    ['a mark at the start', '\u3099か'],
    ['a soft hyphen', 'a\u00adb'],
    ['a line separator', 'a\u2028b'],
  ])('rejects %s as unreadable', (_name, text) => {
    expect(validateNickname(normalizeNickname(text))).toBe('unreadable');
  });

  it('accepts nothing that PostgreSQL or a log cannot store', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const nickname = normalizeNickname(text);
        if (validateNickname(nickname) !== null) return;
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
  it('returns true or the error', () => {
    expect(checkNickname('　鍛太郎 ')).toBe(true);
    expect(checkNickname(' ')).toBe('ニックネームを入力してください');
    expect(checkNickname('あ'.repeat(21))).toBe('ニックネームは20文字以内で入力してください');
    expect(checkNickname('a\u0007')).toBe('ニックネームに使えない文字が含まれています');
  });
});

describe('parseHeight', () => {
  it.each([
    ['170', 170],
    ['170cm', 170],
    ['170 CM', 170],
    ['１７０ｃｍ', 170],
    ['170㎝', 170],
    ['170センチ', 170],
    ['１７０センチメートル', 170],
    ['170.5', 170.5],
    ['１７０．５', 170.5],
    ['170。5', 170.5],
    ['170、5', 170.5],
    ['170,5', 170.5],
    ['170・5', 170.5],
    ['170.', 170],
    ['170.50', 170.5],
    [' 170.5　cm ', 170.5],
    ['−170', -170],
    ['ー170', -170],
    ['0170', 170],
  ])('reads %s as %d', (text, cm) => {
    expect(parseHeight(text)).toBe(cm);
  });

  it.each([
    '',
    'cm',
    '百七十',
    '1m70',
    '170kg',
    '170.5.5',
    '1e2',
    '0x80',
    'NaN',
    'Infinity',
    '--170',
  ])('reads no number in %j', (text) => {
    expect(parseHeight(text)).toBeNull();
  });
});

describe('parseWeight', () => {
  it.each([
    ['62.5kg', 62.5],
    ['６２．５ｋｇ', 62.5],
    ['62㎏', 62],
    ['62キロ', 62],
    ['62㌔', 62],
    ['６２キログラム', 62],
  ])('reads %s as %d', (text, kg) => {
    expect(parseWeight(text)).toBe(kg);
  });

  it('rejects a height as a weight', () => {
    expect(parseWeight('170cm')).toBeNull();
  });
});

const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0));

describe('every value with one decimal', () => {
  const tenths = fc.integer({ min: 0, max: 4000 });

  it('is read from every notation', () => {
    fc.assert(
      fc.property(tenths, fc.constantFrom('', 'cm', ' cm', 'センチ'), (n, unit) => {
        const text = `${(n / 10).toFixed(1)}${unit}`;
        expect(parseHeight(text)).toBe(n / 10);
        expect(parseHeight(fullWidth(text))).toBe(n / 10);
      }),
    );
  });

  it('is accepted exactly within its range', () => {
    fc.assert(
      fc.property(tenths, (n) => {
        expect(validateHeight(n / 10)).toBe(n >= 1000 && n <= 2500 ? null : 'out_of_range');
        expect(validateWeight(n / 10)).toBe(n >= 200 && n <= 3000 ? null : 'out_of_range');
      }),
    );
  });
});

it('rejects more than one decimal and invalid numbers', () => {
  expect(validateHeight(170.25)).toBe('too_precise');
  expect(validateWeight(60.05)).toBe('too_precise');
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, -170]) {
    expect(validateHeight(odd)).toBe('out_of_range');
  }
});

it('describes one error at a time', () => {
  expect(checkHeight('１７０．５ｃｍ')).toBe(true);
  expect(checkHeight('100')).toBe(true);
  expect(checkHeight('250')).toBe(true);
  expect(checkHeight('　')).toBe('身長を入力してください');
  expect(checkHeight('高い')).toBe('身長は数字で入力してください');
  expect(checkHeight('99.9')).toBe('身長は100〜250cmの範囲で入力してください');
  expect(checkHeight('1.70')).toBe('身長は100〜250cmの範囲で入力してください');
  expect(checkHeight('250.1')).toBe('身長は100〜250cmの範囲で入力してください');
  expect(checkHeight('170.25')).toBe('身長は小数点以下1桁までで入力してください');
  expect(checkWeight('20')).toBe(true);
  expect(checkWeight('300kg')).toBe(true);
  expect(checkWeight('')).toBe('体重を入力してください');
  expect(checkWeight('19.9')).toBe('体重は20〜300kgの範囲で入力してください');
  expect(checkWeight('300.1')).toBe('体重は20〜300kgの範囲で入力してください');
});

const today = '2025-08-15';

describe('parseBirthDate', () => {
  it.each([
    '1990-04-01',
    '1990/4/1',
    '1990.4.1',
    '１９９０年４月１日',
    '1990年4月1',
    '1990 年 4 月 1 日',
    '19900401',
    '１９９０ー０４ー０１',
    '1990‐4‐1',
    '1990−04−01',
  ])('reads %s', (text) => {
    expect(parseBirthDate(text)).toBe('1990-04-01');
  });

  it.each(['', '1990', '1990/4', '90/4/1', '4/1/1990', '1990-4/1', '平成2年4月1日', '1990041'])(
    'reads no date in %j',
    (text) => {
      expect(parseBirthDate(text)).toBeNull();
    },
  );

  it('reads every date back', () => {
    const days = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2100-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (day) => {
        const date = day.toISOString().slice(0, 10);
        const [year, month, dayOfMonth] = date.split('-').map(Number);
        expect(parseBirthDate(`${year}年${month}月${dayOfMonth}日`)).toBe(date);
        expect(validateBirthDate(date, '9999-12-31')).toBeNull();
      }),
    );
  });
});

describe('validateBirthDate', () => {
  it.each(['1990-02-30', '1990-13-01', '1990-00-10', '1900-02-29', '1990-4-1', 'x'])(
    'rejects %s, which does not exist',
    (date) => {
      expect(validateBirthDate(date, today)).toBe('no_date');
    },
  );

  it.each([
    ['1900-01-01', null],
    ['1899-12-31', 'too_early'],
    ['2010-08-15', null],
    ['2010-08-16', 'too_young'],
    ['2025-08-15', 'too_young'],
    ['2025-08-16', 'in_future'],
    ['2000-02-29', null],
  ])('%s: %s', (date, rejection) => {
    expect(validateBirthDate(date, today)).toBe(rejection);
  });

  it('accepts the latest allowed date on a leap day', () => {
    expect(latestBirthDate('2024-02-29')).toBe('2009-02-28');
    expect(validateBirthDate('2009-02-28', '2024-02-29')).toBeNull();
    expect(validateBirthDate('2009-03-01', '2024-02-29')).toBe('too_young');
  });
});

it('describes the error, and accepts an empty date', () => {
  expect(checkBirthDate(' ', today)).toBe(true);
  expect(checkBirthDate('1990年4月1日', today)).toBe(true);
  expect(checkBirthDate('きのう', today)).toBe(
    '生年月日は「1990年4月1日」のように入力してください',
  );
  expect(checkBirthDate('1990/2/30', today)).toBe('生年月日は実在する日付で入力してください');
  expect(checkBirthDate('1899/12/31', today)).toBe('生年月日は1900年以降の日付で入力してください');
  expect(checkBirthDate('2030/1/1', today)).toBe('生年月日に未来の日付は入力できません');
  expect(checkBirthDate('2015/1/1', today)).toBe('ご利用いただけるのは15歳以上の方です');
});

test.each([
  ['1990-04-01', '2026-03-31', 35],
  ['1990-04-01', '2026-04-01', 36],
  ['1990-12-31', '2026-01-01', 35],
  ['2026-04-01', '2026-04-01', 0],
  ['2004-02-29', '2026-02-28', 21],
  ['2004-02-29', '2026-03-01', 22],
  ['2004-02-29', '2028-02-29', 24],
])('born on %s, on %s the age is %i', (birthDate, date, age) => {
  expect(ageOn(birthDate, date)).toBe(age);
});
