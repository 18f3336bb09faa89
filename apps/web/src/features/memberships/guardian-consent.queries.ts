import {
  decideGuardianConsent,
  readGuardianConsent,
} from '@tanren/contract/memberships/guardian-consents';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

/** Reads the application behind a link. The token is in the body, so that no log contains it. */
export const guardianConsentQuery = (token: string) =>
  queryOptions({
    queryKey: ['guardian-consent', token],
    queryFn: ({ signal }) => callApi(readGuardianConsent, { body: { token } }, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { errorShownByPage: true },
  });

export const guardianDecisionMutation = mutationOptions({
  mutationKey: ['guardian-consent', 'decide'],
  mutationFn: (body: { readonly token: string; readonly agrees: boolean }) =>
    callApi(decideGuardianConsent, { body }),
  meta: { errorShownByForm: true },
});
