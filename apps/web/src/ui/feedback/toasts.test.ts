import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getToasts, hideToast, holdToast, releaseToast, showToast } from './toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const titles = () => getToasts().map(({ title }) => title);

// spec 9.11
it('a toast goes by itself after 3000 ms', () => {
  showToast('a', 'x');
  vi.advanceTimersByTime(2999);
  expect(titles()).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual([]);
});

it('one that is held stays, and goes 3000 ms after it is let go', () => {
  showToast('a', 'x');
  const id = getToasts()[0]?.id ?? 0;
  holdToast(id);
  vi.advanceTimersByTime(10_000);
  expect(titles()).toEqual(['a']);
  releaseToast(id);
  vi.advanceTimersByTime(2999);
  expect(titles()).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual([]);
});

it('the same words at once are told once, and stay their full time', () => {
  showToast('a', 'x');
  vi.advanceTimersByTime(2000);
  showToast('a', 'x');
  expect(titles()).toEqual(['a']);
  vi.advanceTimersByTime(2000);
  expect(titles()).toEqual(['a']);
});

it('three at most', () => {
  for (const title of ['a', 'b', 'c', 'd']) showToast(title, 'x');
  expect(titles()).toEqual(['b', 'c', 'd']);
});

it('a way back stays no longer than its toast, and can be taken out at once', () => {
  const run = vi.fn<() => void>();
  showToast('a', 'x', { label: '元に戻す', run });
  showToast('b', 'x');
  expect(getToasts().map(({ action }) => action?.label)).toEqual(['元に戻す', undefined]);
  hideToast(getToasts()[0]?.id ?? 0);
  expect(titles()).toEqual(['b']);
  vi.advanceTimersByTime(3000);
  expect(titles()).toEqual([]);
  expect(run).not.toHaveBeenCalled();
});
