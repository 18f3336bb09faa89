import { issueTanrenMqtt } from '@tanren/contract/tanren-connection';
import { callApi } from '#lib/api.ts';
import { isApiError, NetworkError } from '#lib/errors.ts';
import { browserClock } from '#lib/realtime-clock.ts';
import { openMqtt } from '#lib/realtime-mqtt.ts';
import { watchWaking } from '#lib/realtime-wake.ts';
import { createLiveFeed } from './live-feed.ts';

/** One for the tab. */
export const liveFeed = createLiveFeed({
  clock: browserClock,
  storage: sessionStorage,
  issueCredentials: (signal) => callApi(issueTanrenMqtt, {}, signal),
  open: openMqtt,
  // Not linked any more.
  isFinal: (error) => isApiError(error, 409),
  isAway: (error) =>
    error instanceof NetworkError || [502, 503, 504].some((status) => isApiError(error, status)),
  watchWaking,
});
