import { queryOptions } from '@tanstack/react-query';

/** Whether a code of the authenticator app is asked for at sign-in; another device may change it. */
export const totpQuery = queryOptions({
  queryKey: ['totp'],
  queryFn: async () => {
    const { readTotpState } = await import('#lib/auth-totp.ts');
    return readTotpState();
  },
  staleTime: 0,
});
