import { findMissingStep } from '@tanren/domain/identity/route-access';
import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';
import { deleteUserInfos } from './stored-profile.ts';

/*
 * The guard knows the member's profile from the start of the page. When the server rejects a call
 * because a step is missing, the profile has changed: it was erased on another device, or terms of
 * a newer release are in force. The guard then checks again.
 */

/** `watchMissingStep` replaces this once there is a router. */
let lookAgain = async (): Promise<boolean> => false;

/** Returns whether the app leaves the page for the missing step. */
export async function leadToMissingStep(): Promise<boolean> {
  return await lookAgain();
}

interface WatchedApp {
  readonly router: RegisteredRouter;
  readonly queryClient: QueryClient;
}

/**
 * Checks the profile again after a call was rejected for a missing step. Returns a function that
 * stops it.
 */
export function watchMissingStep({ router, queryClient }: WatchedApp): () => void {
  let looking: Promise<boolean> | null = null;
  const look = async () => {
    deleteUserInfos(null);
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
