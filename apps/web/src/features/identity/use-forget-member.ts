import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

/**
 * Nothing of the member stays in this tab. To be called when their page has been left: what it
 * shows would be asked for anew, without a token.
 */
export function useForgetMember(): () => void {
  const router = useRouter();
  const queryClient = useQueryClient();
  return () => {
    queryClient.clear();
    router.clearCache();
    sessionStorage.clear();
  };
}
