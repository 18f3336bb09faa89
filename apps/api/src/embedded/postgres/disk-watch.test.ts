import { expect, onTestFinished, test, vi } from 'vitest';
import { watchDisk } from './disk-watch.ts';

test('logs once that disk space is short, and again after there was room', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  let free = 2e9;
  const stop = watchDisk(
    '/data',
    (line) => lines.push(line),
    async () => free,
  );
  const pass = async (bytes: number) => {
    free = bytes;
    await vi.advanceTimersByTimeAsync(60_000);
  };
  await pass(500e6);
  expect(lines).toEqual([]);
  await pass(499e6);
  await pass(3e6);
  expect(lines).toEqual([expect.stringMatching(/^The disk of \/data has 499 MB left: make room /)]);
  await pass(1e9);
  await pass(0);
  expect(lines).toHaveLength(2);
  stop();
  await pass(1e9);
  await pass(0);
  expect(lines).toHaveLength(2);
});
