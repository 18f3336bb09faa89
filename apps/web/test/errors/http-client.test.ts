import { listGyms } from '@tanren/contract/gyms';
import { expect, test, vi } from 'vitest';
import { callApi } from '#lib/api.ts';
import { sampleGym } from '#test/samples/gyms.ts';
import { answer, listCalls } from '#test/support/answers.ts';

const day = 24 * 60 * 60 * 1000;

// spec 9.58
test('a call waits for its answer as long as it takes: there is no timeout', async () => {
  let reply = () => {};
  answer(
    listGyms,
    () =>
      new Promise((resolve) => {
        reply = () => {
          resolve([sampleGym]);
        };
      }),
  );
  const sent = vi.spyOn(globalThis, 'fetch');
  vi.useFakeTimers();
  const settled = vi.fn<() => void>();
  const call = callApi(listGyms, {});
  void call.then(settled, settled);
  await vi.advanceTimersByTimeAsync(day);
  expect(listCalls(listGyms)).toHaveLength(1);
  expect(settled).not.toHaveBeenCalled();
  // Nor one of the browser's own, which no clock of a test can reach.
  expect(sent.mock.calls.map(([, init]) => init?.signal)).toEqual([undefined]);
  reply();
  await expect(call).resolves.toEqual([sampleGym]);
});
