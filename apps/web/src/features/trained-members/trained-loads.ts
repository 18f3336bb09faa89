import { clearNextLoad, setNextLoad } from '@tanren/contract/trainer-members';
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { sendThroughLink } from './trained-members.queries.ts';
import { trainedLoadsQuery } from './trained-records.queries.ts';

export interface ChosenLoad {
  readonly loadKg: number;
  readonly reason: string;
  readonly heavyConfirmed: boolean;
}

/** Chooses, or with null takes the choice back; then what is shown is asked anew. */
export async function sendChosenLoad(
  queryClient: QueryClient,
  memberId: number,
  workoutType: number,
  chosen: ChosenLoad | null,
): Promise<void> {
  const params = { memberId, workoutType };
  const call =
    chosen === null
      ? callApi(clearNextLoad, { params })
      : callApi(setNextLoad, { params, body: chosen });
  await sendThroughLink(queryClient, memberId, call);
  await queryClient.invalidateQueries({ queryKey: trainedLoadsQuery(memberId).queryKey });
}
