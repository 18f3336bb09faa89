import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkBirthDate, latestBirthDate, parseBirthDate, refuseBirthDate } from './birth-date.ts';

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
        expect(refuseBirthDate(date, '9999-12-31')).toBeNull();
      }),
    );
  });
});

describe('refuseBirthDate', () => {
  it.each(['1990-02-30', '1990-13-01', '1990-00-10', '1900-02-29', '1990-4-1', 'x'])(
    'knows no %s',
    (date) => {
      expect(refuseBirthDate(date, today)).toBe('no_date');
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
  ])('%s: %s', (date, refusal) => {
    expect(refuseBirthDate(date, today)).toBe(refusal);
  });

  it('knows the latest date on a leap day', () => {
    expect(latestBirthDate('2024-02-29')).toBe('2009-02-28');
    expect(refuseBirthDate('2009-02-28', '2024-02-29')).toBeNull();
    expect(refuseBirthDate('2009-03-01', '2024-02-29')).toBe('too_young');
  });
});

it('words what is wrong, and asks nobody', () => {
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
