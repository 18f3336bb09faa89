import type { HealthCheck } from '@tanren/contract/memberships/health-checks';
import { mapHealthQuestions } from '@tanren/domain/memberships/health-check';
import { sampleGym } from './gyms.ts';

/** A health check that the member has not answered. */
export const sampleHealthCheck: HealthCheck = {
  gymId: sampleGym.id,
  gymName: sampleGym.name,
  isAsked: true,
  check: null,
};

export const sampleAnswers = mapHealthQuestions(() => false);

export function answeredCheck(answers = sampleAnswers) {
  return {
    answeredAt: '2026-03-03T10:00:00.000Z',
    storedUntil: '2027-03-03T10:00:00.000Z',
    answers,
  };
}
