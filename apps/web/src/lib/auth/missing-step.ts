import { findMissingStep } from '@tanren/domain/route-access';
import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';
import { forgetUserInfos } from './remembered-profile.ts';

/*
 * The guard knows the profile of a member from the start of the page. When the server refuses a
 * call for what is missing in it, that has changed: it was erased on another device, or terms of a
 * newer release are in force. The guard then looks again.
 */

/** Replaced by `followMissingStep` once there is a router. */
let lookAgain = async (): Promise<boolean> => false;

/** Whether the page is being left for the step that is missing. */
export async function leadToMissingStep(): Promise<boolean> {
  return await lookAgain();
}

interface FollowedApp {
  readonly router: RegisteredRouter;
  readonly queryClient: QueryClient;
}

/** Returns a function that stops it. */
export function followMissingStep({ router, queryClient }: FollowedApp): () => void {
  let looking: Promise<boolean> | null = null;
  const look = async () => {
    forgetUserInfos(null);
    queryClient.removeQueries({ queryKey: ['userinfo'] });
    const { access } = await router.options.context.readSession();
    if (!access.signedIn || findMissingStep(access.profile) === null) return false;
    void router.invalidate();
    return true;
  };
  lookAgain = () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
  return () => {
    lookAgain = async () => false;
  };
}
