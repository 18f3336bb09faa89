import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';
import { deleteTokens, isSessionOver, renewIdentity } from './auth.ts';
import { deviceStorage, type SafeStorage, tabStorage } from '#lib/browser-storage.ts';
import { ApiError, hasErrorName, isApiError } from '#lib/errors.ts';
import { onRejectedRenewal } from './token-events.ts';

/**
 * Storage key of the mark that the sign-in page should say that the session has ended. It is stored
 * because the member may reload that page before reading it. After a rejection by the server all
 * tabs share the mark, because they share the deleted tokens and may be reloaded meanwhile.
 */
const endedKey = 'tanren:session-ended';
const listeners = new Set<() => void>();
/** Whether the member is signing out. A rejected call is then expected and does not redirect. */
let leaving = false;
/** `watchAuthSession` replaces this once there is a router. The mark is left in the given storage. */
let goToSignIn = async (_storage: SafeStorage): Promise<void> => {};

function markEnded(storage: SafeStorage): void {
  storage.save(endedKey, 'yes');
  for (const listener of listeners) listener();
}

function removeMarks(): void {
  for (const storage of [tabStorage, deviceStorage]) storage.remove(endedKey);
  for (const listener of listeners) listener();
}

export function subscribeToSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function hasSessionEnded(): boolean {
  return [tabStorage, deviceStorage].some((storage) => storage.read(endedKey) !== null);
}

/** Resets the marks of an ended session after a sign-in. */
export function clearSessionEnd(): void {
  leaving = false;
  removeMarks();
}

/**
 * Ends the session after the server has rejected the sign-in, because it was ended elsewhere or is
 * too old.
 */
export async function endSession(): Promise<ApiError> {
  if (!leaving) {
    void goToSignIn(deviceStorage);
    await deleteTokens();
  }
  return new ApiError(401, null);
}

/** Runs a sign-out or an account deletion. Calls that are rejected meanwhile are not reported. */
export async function leaveOnPurpose<T>(act: () => Promise<T>): Promise<T> {
  leaving = true;
  try {
    const result = await act();
    // Another tab may have been rejected meanwhile, and says that the session has ended.
    removeMarks();
    return result;
  } catch (error) {
    leaving = false;
    if (isApiError(error, 401)) await endSession();
    throw error;
  }
}

/** Runs a user pool call with the member's token. A rejected token is renewed once. */
export async function withAuthSession<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isSessionOver(error)) throw error;
  }
  if ((await renewIdentity()) === null) throw await endSession();
  try {
    return await call();
  } catch (error) {
    throw isSessionOver(error) ? await endSession() : error;
  }
}

interface WatchedApp {
  readonly router: RegisteredRouter;
  readonly queryClient: QueryClient;
}

/** Removes all data of a member from this tab, but not the mark of an ended session. */
export function clearMember({ router, queryClient }: WatchedApp): void {
  const ended = tabStorage.read(endedKey) !== null;
  queryClient.clear();
  router.clearCache();
  sessionStorage.clear();
  if (ended) markEnded(tabStorage);
}

/**
 * Goes to the sign-in when the session has ended by a rejected call, a rejected renewal or in
 * another tab of this browser. Returns a function that stops it.
 */
export function watchAuthSession(app: WatchedApp): () => void {
  const { router } = app;
  let going: Promise<void> | null = null;

  const leave = async (storage: SafeStorage) => {
    // The location is read before any waiting: the guard of the page may also find no member and
    // navigate to the sign-in, which would then look like the page to return to.
    const { href, pathname, search } = router.latestLocation;
    const access = router.matchRoutes(pathname, search).at(-1)?.staticData.access;
    const stays = access === undefined || access === 'public' || access === 'not-logged-in';
    // A tab that is reloaded without tokens must find the mark, so it comes first.
    if (!stays) markEnded(storage);
    await deleteTokens();
    if (stays) return;
    const login = `/login?next=${encodeURIComponent(href)}`;
    await router.navigate({ href: login, replace: true, ignoreBlocker: true });
    // The data is removed after the navigation. Otherwise the old page would fetch it again without
    // a token.
    clearMember(app);
  };
  goToSignIn = (storage) => {
    going ??= leave(storage).finally(() => {
      going = null;
    });
    return going;
  };

  const onStorageEvent = (event: StorageEvent) => {
    const change = readChange(event);
    if (change === 'signed-out' && !leaving) void goToSignIn(tabStorage);
    if (change !== 'signed-in') return;
    clearSessionEnd();
    clearMember(app);
    void router.invalidate();
  };
  addEventListener('storage', onStorageEvent);
  const stopHandlingRejections = onRejectedRenewal((error) => {
    if (leaving) return;
    if (isSessionOver(error) || hasErrorName(error, 'NotAuthorizedException')) {
      void goToSignIn(deviceStorage);
    }
  });
  return () => {
    removeEventListener('storage', onStorageEvent);
    stopHandlingRejections();
    goToSignIn = async () => {};
    clearSessionEnd();
  };
}

/**
 * Returns what another tab did, judged by the storage keys of the Amplify client. It writes the
 * refresh token last, and removes the member's name together with the tokens.
 */
function readChange({ key, oldValue, newValue, storageArea }: StorageEvent) {
  if (storageArea !== localStorage) return null;
  if (key === null) return 'signed-out';
  if (!key.startsWith('CognitoIdentityServiceProvider.')) return null;
  if (key.endsWith('.LastAuthUser') && newValue === null) return 'signed-out';
  return key.endsWith('.refreshToken') && oldValue === null ? 'signed-in' : null;
}
