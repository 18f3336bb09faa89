import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';
import { Hub } from 'aws-amplify/utils';
import { forgetTokens, isSessionOver, renewIdentity } from './auth.ts';
import { ApiError, hasErrorName, isApiError } from './errors.ts';

/** Whether the sign-in page has to say why somebody is there. */
let noticed = false;
const listeners = new Set<() => void>();
/** The member is on the way out: nobody has to be sent after them. */
let leaving = false;
let sendOut = async (): Promise<void> => {};

function setNoticed(value: boolean): void {
  noticed = value;
  for (const listener of listeners) listener();
}

export function subscribeToSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function hasSessionEnded(): boolean {
  return noticed;
}

/** Somebody has signed in. */
export function clearSessionEnd(): void {
  leaving = false;
  setNoticed(false);
}

/** The server does not accept this sign-in any more: it was ended elsewhere, or it is too old. */
export async function endSession(): Promise<ApiError> {
  if (!leaving) {
    await forgetTokens();
    void sendOut();
  }
  return new ApiError(401, null);
}

/** What a member does to leave; that calls are refused meanwhile is no news to them. */
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

/** What the user pool is asked for with the member's token: refused ones are renewed once. */
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

interface FollowedApp {
  readonly router: RegisteredRouter;
  readonly queryClient: QueryClient;
}

/** What is left of a member in this tab. */
export function forgetMember({ router, queryClient }: FollowedApp): void {
  queryClient.clear();
  router.clearCache();
  sessionStorage.clear();
}

/**
 * Leads to the sign-in when the session has ended: by a refused call, by a refused renewal, or in
 * another tab of this browser. The answer ends it.
 */
export function followSession(app: FollowedApp): () => void {
  const { router } = app;
  let going: Promise<void> | null = null;

  const goOut = async () => {
    await forgetTokens();
    const { href, pathname, search } = router.latestLocation;
    const access = router.matchRoutes(pathname, search).at(-1)?.staticData.access;
    if (access === undefined || access === 'public' || access === 'not-logged-in') return;
    setNoticed(true);
    const login = `/login?next=${encodeURIComponent(href)}`;
    await router.navigate({ href: login, replace: true, ignoreBlocker: true });
    // Afterwards: what the page showed would be asked for anew, without a token.
    forgetMember(app);
  };
  sendOut = () => {
    going ??= goOut().finally(() => {
      going = null;
    });
    return going;
  };

  const stopHearing = Hub.listen('auth', ({ payload }) => {
    if (payload.event !== 'tokenRefresh_failure' || leaving) return;
    const error = payload.data?.error;
    if (isSessionOver(error) || hasErrorName(error, 'NotAuthorizedException')) void sendOut();
  });
  const followTab = (event: StorageEvent) => {
    const change = readChange(event);
    if (change === 'signed-out' && !leaving) void sendOut();
    if (change !== 'signed-in') return;
    clearSessionEnd();
    forgetMember(app);
    void router.invalidate();
  };
  addEventListener('storage', followTab);
  return () => {
    stopHearing();
    removeEventListener('storage', followTab);
    sendOut = async () => {};
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

/** What this browser keeps for a member across visits: keys that begin with ours and name them. */
export function dropMemberStorage(sub: string): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? '');
    for (const key of keys) {
      if (key.startsWith('tanren:') && key.split(':').includes(sub)) localStorage.removeItem(key);
    }
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
