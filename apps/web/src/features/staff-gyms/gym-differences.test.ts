import { describe, expect, it } from 'vitest';
import { listDifferences, mergeFields } from './gym-differences.ts';

describe('listDifferences', () => {
  it('names what somebody else changed, and what I have there', () => {
    const before = { 店舗名: '神田', 定員: '12名', 電話番号: '' };
    const latest = { 店舗名: '神田', 定員: '20名', 電話番号: '03' };
    const mine = { 店舗名: '神田本店', 定員: '10名', 電話番号: '03' };
    expect(listDifferences(before, latest, mine)).toEqual([
      { name: '定員', latest: '20名', mine: '10名' },
      { name: '電話番号', latest: '03', mine: '03' },
    ]);
  });

  it('has what is new, and what is gone', () => {
    const before = { プラン1: 'a', プラン2: 'b' };
    expect(listDifferences(before, { プラン1: 'a' }, { プラン1: 'c' })).toEqual([
      { name: 'プラン2', latest: '', mine: '' },
    ]);
    expect(listDifferences({}, { プラン1: 'a' }, {})).toEqual([
      { name: 'プラン1', latest: 'a', mine: '' },
    ]);
  });

  it('finds nothing where nothing was changed, whatever I typed', () => {
    expect(listDifferences({ 定員: '1名' }, { 定員: '1名' }, { 定員: '2名' })).toEqual([]);
  });
});

describe('mergeFields', () => {
  const before = { name: '神田', capacity: 12, phone: '' };

  it('takes theirs where I left it alone, mine where I did not', () => {
    const latest = { name: '神田', capacity: 20, phone: '03' };
    const mine = { name: '神田本店', capacity: 12, phone: '04' };
    expect(mergeFields(before, latest, mine)).toEqual({
      name: '神田本店',
      capacity: 20,
      phone: '04',
    });
  });

  it('has no more than the form has', () => {
    const whole = { ...before, id: 7, version: 3 };
    const mine = { ...before, capacity: 1 };
    expect(mergeFields(whole, { ...whole, phone: '03' }, mine)).toEqual({ ...mine, phone: '03' });
  });
});
