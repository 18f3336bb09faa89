import { listMyReservations } from '@tanren/contract/training-reservations';
import { expect, test } from 'vitest';
import { createQueryClient } from '#lib/query-client.ts';
import { loadOfflineData } from '#shell/offline-data.ts';
import { answer, listCalls, refuse } from '#test/support/answers.ts';
import { signIn } from '#test/support/session.ts';
import { answerUsualCalls } from '#test/support/usual-answers.ts';

test('a server that has had too many calls gets no more of what nobody waits for', async () => {
  signIn();
  answer(listMyReservations, refuse(429, 'too_many_requests', { retryAfter: 30 }));
  answerUsualCalls();
  const worker = {} as ServiceWorkerRegistration;
  await loadOfflineData(createQueryClient(), () => Promise.resolve(worker));
  expect(listCalls(listMyReservations)).toHaveLength(1);
  expect(listCalls()).toHaveLength(2);
});
