import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { forgetMember } from '#lib/session-end.ts';

/**
 * Nothing of the member stays in this tab. To be called when their page has been left: what it
 * shows would be asked for anew, without a token.
 */
export function useForgetMember(): () => void {
  const router = useRouter();
  const queryClient = useQueryClient();
  return () => {
    forgetMember({ router, queryClient });
  };
}
