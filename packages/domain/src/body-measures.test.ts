import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkHeight,
  checkWeight,
  parseHeight,
  parseWeight,
  refuseHeight,
  refuseWeight,
} from './body-measures.ts';

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

  it('takes no height for a weight', () => {
    expect(parseWeight('170cm')).toBeNull();
  });
});

const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0));

describe('every value with one decimal', () => {
  const tenths = fc.integer({ min: 0, max: 4000 });

  it('is read back from each way to write it', () => {
    fc.assert(
      fc.property(tenths, fc.constantFrom('', 'cm', ' cm', 'センチ'), (n, unit) => {
        const text = `${(n / 10).toFixed(1)}${unit}`;
        expect(parseHeight(text)).toBe(n / 10);
        expect(parseHeight(fullWidth(text))).toBe(n / 10);
      }),
    );
  });

  it('is taken exactly within its range', () => {
    fc.assert(
      fc.property(tenths, (n) => {
        expect(refuseHeight(n / 10)).toBe(n >= 1000 && n <= 2500 ? null : 'out_of_range');
        expect(refuseWeight(n / 10)).toBe(n >= 200 && n <= 3000 ? null : 'out_of_range');
      }),
    );
  });
});

it('refuses more than one decimal and what is no number', () => {
  expect(refuseHeight(170.25)).toBe('too_precise');
  expect(refuseWeight(60.05)).toBe('too_precise');
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, -170]) {
    expect(refuseHeight(odd)).toBe('out_of_range');
  }
});

it('words what is wrong, one thing at a time', () => {
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
