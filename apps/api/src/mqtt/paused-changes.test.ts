import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createPausedChanges } from './paused-changes.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

test('announces the first change at once, and the following ones together after the pause', () => {
  const announced: number[] = [];
  const changes = createPausedChanges((gymId) => announced.push(gymId), 5000);
  for (let count = 0; count < 3; count += 1) changes.changed(1);
  changes.changed(2);
  expect(announced).toEqual([1, 2]);
  vi.advanceTimersByTime(4999);
  expect(announced).toEqual([1, 2]);
  vi.advanceTimersByTime(1);
  expect(announced).toEqual([1, 2, 1]);
  vi.advanceTimersByTime(5000);
  changes.changed(1);
  expect(announced).toEqual([1, 2, 1, 1]);
});

test('announces a change of a running transaction after the pause', () => {
  const announced: number[] = [];
  const changes = createPausedChanges((gymId) => announced.push(gymId), 1000);
  changes.changing(1);
  expect(announced).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(announced).toEqual([1]);
});
