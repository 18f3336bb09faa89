import type { ProblemCode } from '@tanren/contract/problem';
import { claimWorkout, type WorkoutClaim } from '@tanren/contract/workouts/workout-records';
import { type ClaimCode, formatClaimCode } from '@tanren/domain/machines/claim-codes';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshWorkoutData } from '#entities/workouts/workouts.queries.ts';
import { callApi } from '#lib/api.ts';
import { ApiError } from '#lib/errors.ts';
import { notifyError } from '#lib/notifier.ts';
import { problemText } from '#lib/rejections.ts';

const claimKey = ['workout-records', 'claim'];

async function sendClaim(queryClient: QueryClient, code: ClaimCode): Promise<WorkoutClaim> {
  const claim = await callApi(claimWorkout, { body: { code: formatClaimCode(code) } });
  void refreshWorkoutData(queryClient);
  return claim;
}

/** Refusals that the same code receives again, no matter which member tries it. */
const finalRejections: readonly ProblemCode[] = [
  'claim_code_unknown',
  'claim_taken',
  'claim_expired',
  'claim_implausible',
];

/**
 * Returns a function that claims the bout of a code. A bout can be claimed once, and the same
 * member may repeat the request.
 */
export function useClaim() {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationKey: claimKey,
    meta: { errorShownByForm: true },
    mutationFn: (code: ClaimCode) => sendClaim(queryClient, code),
  });
  const [rejection, setRejection] = useState<ProblemCode | null>(null);

  /**
   * Claims the bout. Returns `null` when it was refused, or when the first of two taps is still
   * under way.
   */
  async function claim(code: ClaimCode): Promise<WorkoutClaim | null> {
    if (queryClient.isMutating({ mutationKey: claimKey }) > 0) return null;
    setRejection(null);
    try {
      return await mutateAsync(code);
    } catch (error) {
      const isRejected = error instanceof ApiError && error.status < 500;
      const rejectionCode = isRejected ? (error.problem?.code ?? null) : null;
      setRejection(rejectionCode);
      if (rejectionCode === null) notifyError(error);
      return null;
    }
  }

  return {
    claim,
    problem: rejection === null ? null : problemText[rejection],
    isFinal: rejection !== null && finalRejections.includes(rejection),
    busy: isPending,
  } as const;
}
