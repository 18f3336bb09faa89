import { describe, expect, it } from 'vitest';
import { formatKg, formatKgInColumn, subtractKg } from './number-format.ts';

describe('kilograms', () => {
  it('are written with their tenths only where there are any', () => {
    expect(formatKg(60)).toBe('60');
    expect(formatKg(72.5)).toBe('72.5');
    expect(formatKg(2430)).toBe('2,430');
  });

  it('line up in a column', () => {
    expect(formatKgInColumn(60)).toBe('60.0');
    expect(formatKgInColumn(1072.5)).toBe('1,072.5');
  });

  it('differ by whole tenths', () => {
    expect(subtractKg(60.4, 60.1)).toBe(0.3);
    expect(subtractKg(70, 72.5)).toBe(-2.5);
  });
});
