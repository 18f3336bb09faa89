import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';
import { forgetTokens, isSessionOver, renewIdentity } from './auth.ts';
import { ApiError, hasErrorName, isApiError } from '#lib/errors.ts';

/** Whether the sign-in page has to say that the session has ended. */
let ended = false;
const listeners = new Set<() => void>();
/** The member is signing out: a refused call is then expected and leads nowhere. */
let leaving = false;
/** Replaced by `followSession` once there is a router. */
let goToSignIn = async (): Promise<void> => {};

function setEnded(value: boolean): void {
  ended = value;
  for (const listener of listeners) listener();
}

export function subscribeToSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function hasSessionEnded(): boolean {
  return ended;
}

/** Somebody has signed in. */
export function clearSessionEnd(): void {
  leaving = false;
  setEnded(false);
}

/** The server does not accept this sign-in any more: it was ended elsewhere, or it is too old. */
export async function endSession(): Promise<ApiError> {
  if (!leaving) {
    await forgetTokens();
    void goToSignIn();
  }
  return new ApiError(401, null);
}

/** For signing out and deleting the account: calls that are refused meanwhile are not reported. */
export async function leaveOnPurpose<T>(act: () => Promise<T>): Promise<T> {
  leaving = true;
  try {
    return await act();
  } catch (error) {
    leaving = false;
    if (isApiError(error, 401)) await endSession();
    throw error;
  }
}

/** Asks the user pool with the member's token; a refused token is renewed once. */
export async function withSession<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isSessionOver(error)) throw error;
  }
  if ((await renewIdentity()) === null) throw await endSession();
  try {
    return await ask();
  } catch (error) {
    throw isSessionOver(error) ? await endSession() : error;
  }
}

/** The user pool did not renew the tokens: Amplify tells it here, whoever asked for them. */
export function followRefusedRenewal(error: unknown): void {
  if (leaving) return;
  if (isSessionOver(error) || hasErrorName(error, 'NotAuthorizedException')) void goToSignIn();
}

interface FollowedApp {
  readonly router: RegisteredRouter;
  readonly queryClient: QueryClient;
}

/** Removes what this tab still holds of a member. */
export function forgetMember({ router, queryClient }: FollowedApp): void {
  queryClient.clear();
  router.clearCache();
  sessionStorage.clear();
}

/**
 * Leads to the sign-in when the session has ended: by a refused call, by a refused renewal, or in
 * another tab of this browser. Returns a function that stops it.
 */
export function followSession(app: FollowedApp): () => void {
  const { router } = app;
  let going: Promise<void> | null = null;

  const leave = async () => {
    // Before anything is waited for: the page's own guard finds nobody as well, and is as quick to
    // lead to the sign-in, where it would look as if nothing had been open.
    const { href, pathname, search } = router.latestLocation;
    await forgetTokens();
    const access = router.matchRoutes(pathname, search).at(-1)?.staticData.access;
    if (access === undefined || access === 'public' || access === 'not-logged-in') return;
    setEnded(true);
    const login = `/login?next=${encodeURIComponent(href)}`;
    await router.navigate({ href: login, replace: true, ignoreBlocker: true });
    // Afterwards: what the page showed would be asked for anew, without a token.
    forgetMember(app);
  };
  goToSignIn = () => {
    going ??= leave().finally(() => {
      going = null;
    });
    return going;
  };

  const followTab = (event: StorageEvent) => {
    const change = readChange(event);
    if (change === 'signed-out' && !leaving) void goToSignIn();
    if (change !== 'signed-in') return;
    clearSessionEnd();
    forgetMember(app);
    void router.invalidate();
  };
  addEventListener('storage', followTab);
  return () => {
    removeEventListener('storage', followTab);
    goToSignIn = async () => {};
    clearSessionEnd();
  };
}

/**
 * What another tab did, by where the Amplify client keeps its tokens: the refresh token is the last
 * of them that is written, and the name of the member is removed with them.
 */
function readChange({ key, oldValue, newValue, storageArea }: StorageEvent) {
  if (storageArea !== localStorage) return null;
  if (key === null) return 'signed-out';
  if (!key.startsWith('CognitoIdentityServiceProvider.')) return null;
  if (key.endsWith('.LastAuthUser') && newValue === null) return 'signed-out';
  return key.endsWith('.refreshToken') && oldValue === null ? 'signed-in' : null;
}
