import { listMyReservations } from '@tanren/contract/booking/training-reservations';
import { getTrainingSession } from '@tanren/contract/menus/menus';
import { beforeEach, expect, test } from 'vitest';
import { readAllowance } from '#lib/call-allowance.ts';
import { wipeDevicePart } from '#lib/offline/device-data.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { loadOfflineData } from '#shell/offline-data.ts';
import { sampleTrainingSession } from '#test/samples/menus.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { signIn } from '#test/support/session.ts';
import { answerUsualCalls } from '#test/support/usual-answers.ts';

function answerEverything(): void {
  answer(getTrainingSession, sampleTrainingSession({ trainingSessionId: 90 }));
  answerUsualCalls();
}

const limitTo = (remaining: number) => {
  readAllowance(
    new Headers({ 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': String(remaining) }),
  );
};

beforeEach(async () => {
  signIn();
  await wipeDevicePart('kept-answers');
  limitTo(299);
});

/**
 * Loads the offline data with a new query client, as a reloaded page does, and returns the number
 * of calls.
 */
async function loadPage(): Promise<number> {
  const before = listCalls().length;
  const worker = {} as ServiceWorkerRegistration;
  await loadOfflineData(createQueryClient(), () => Promise.resolve(worker));
  return listCalls().length - before;
}

test('stops prefetching after a rate limit', async () => {
  answer(listMyReservations, rejectWith(429, 'too_many_requests', { retryAfter: 30 }));
  answerUsualCalls();
  await loadPage();
  expect(listCalls(listMyReservations)).toHaveLength(1);
  expect(listCalls()).toHaveLength(2);
});

test('fetches nothing again when the page is reloaded within 15 minutes', async () => {
  answerEverything();
  expect(await loadPage()).toBeGreaterThan(15);
  expect(await loadPage()).toBe(0);
});

test('prefetches nothing after half of the calls of the minute are used', async () => {
  answerEverything();
  limitTo(150);
  expect(await loadPage()).toBe(0);
  limitTo(151);
  expect(await loadPage()).toBeGreaterThan(15);
});
