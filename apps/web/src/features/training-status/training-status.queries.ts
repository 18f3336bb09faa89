import { getTrainingStatus } from '@tanren/contract/training-status';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

export const trainingStatusQuery = queryOptions({
  queryKey: ['training-status'],
  queryFn: ({ signal }) => callApi(getTrainingStatus, {}, signal),
});
