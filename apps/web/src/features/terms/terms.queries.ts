import { agreeToTerms } from '@tanren/contract/terms-agreements';
import type { UserInfo } from '@tanren/contract/userinfo';
import { requiredTermsVersion } from '@tanren/domain/terms';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';

/** Having agreed before, here or on another device, is as good as agreeing now. */
export function agreeMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['terms', 'agree'],
    mutationFn: async () => {
      try {
        await callApi(agreeToTerms, { body: { version: requiredTermsVersion } });
      } catch (error) {
        if (!isApiError(error, 409)) throw error;
      }
    },
    onSuccess: () => {
      queryClient.setQueriesData<UserInfo | null>({ queryKey: ['userinfo'] }, (known) =>
        known ? { ...known, agreedTermsAndConditionsVersion: requiredTermsVersion } : known,
      );
    },
  });
}
