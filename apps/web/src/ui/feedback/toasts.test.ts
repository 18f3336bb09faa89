import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getToasts, hideToast, pauseToast, releaseToast, showToast } from './toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const titles = () => getToasts().map(({ title }) => title);

// spec 9.11
it('a toast disappears after 3000 ms', () => {
  showToast('a', 'x');
  vi.advanceTimersByTime(2999);
  expect(titles()).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual([]);
});

it('a toast stays while it is held, and disappears 3000 ms after it is released', () => {
  showToast('a', 'x');
  const id = getToasts()[0]?.id ?? 0;
  pauseToast(id);
  vi.advanceTimersByTime(10_000);
  expect(titles()).toEqual(['a']);
  releaseToast(id);
  vi.advanceTimersByTime(2999);
  expect(titles()).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual([]);
});

it('shows equal texts once, for the full time', () => {
  showToast('a', 'x');
  vi.advanceTimersByTime(2000);
  showToast('a', 'x');
  expect(titles()).toEqual(['a']);
  vi.advanceTimersByTime(2000);
  expect(titles()).toEqual(['a']);
});

it('shows at most three toasts', () => {
  for (const title of ['a', 'b', 'c', 'd']) showToast(title, 'x');
  expect(titles()).toEqual(['b', 'c', 'd']);
});

it('an undo button disappears with its toast, and can be removed at once', () => {
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
