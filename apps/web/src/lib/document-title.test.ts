import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scheduleTitle } from './document-title.ts';

const titles: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  titles.length = 0;
  vi.stubGlobal('document', {
    set title(text: string) {
      titles.push(text);
    },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

// spec 9.60
it('combines several title updates within 10 ms', () => {
  scheduleTitle('設定');
  vi.advanceTimersByTime(9);
  expect(titles).toEqual([]);
  scheduleTitle('履歴');
  vi.advanceTimersByTime(9);
  expect(titles).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(titles).toEqual(['履歴 | TANREN']);
});
