import { signedInCookie } from '@tanren/contract/build-manifest';
import { type UserInfo, getUserInfo } from '@tanren/contract/members/userinfo';
import { findMissingStep } from '@tanren/domain/identity/route-access';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi, readCookie } from '#lib/api.ts';
import { getIdentity, readIdentity } from './auth.ts';
import { leadToMissingStep } from './missing-step.ts';
import { readStoredUserInfo, storeUserInfo } from './stored-profile.ts';
import { isApiError, isNetworkError } from '#lib/errors.ts';
import { deleteDataOfOthers } from '#lib/offline/device-data.ts';
import { openOutbox } from '#lib/offline/outbox.ts';
import { withUnsentProfile } from './unsent-profile.ts';

/** Fetches the profile. A 404 means that the member has no profile yet. */
export function userInfoQuery(sub: string) {
  return queryOptions({
    queryKey: ['userinfo', sub],
    queryFn: async ({ signal }): Promise<UserInfo | null> => {
      try {
        const userInfo = await withUnsentProfile(await callApi(getUserInfo, {}, signal));
        storeUserInfo(sub, userInfo);
        return userInfo;
      } catch (error) {
        if (isApiError(error, 404)) return null;
        throw error;
      }
    },
    staleTime: Infinity,
  });
}

/** Caches a profile from an answer for the guard and for every page. */
export function cacheUserInfo(queryClient: QueryClient, userInfo: UserInfo): void {
  const known = { queryKey: ['userinfo'] };
  queryClient.setQueriesData<UserInfo | null>(known, userInfo);
  for (const [[, sub]] of queryClient.getQueriesData(known)) storeUserInfo(String(sub), userInfo);
}

/** Returns whether the cached profile is that of a member who may use every member page. */
export function hasMember(queryClient: QueryClient): boolean {
  const known = queryClient.getQueriesData<UserInfo | null>({ queryKey: ['userinfo'] });
  return known.some(([, profile]) => Boolean(profile) && findMissingStep(profile ?? null) === null);
}

/**
 * Returns the current profile for a form, which must not write an old value back. Without a network
 * it returns the cached one; the changes wait, and only changed fields are sent.
 */
export async function readUserInfo(queryClient: QueryClient): Promise<UserInfo | null> {
  try {
    const identity = await readIdentity();
    if (identity === null) return null;
    return await queryClient.query({ ...userInfoQuery(identity.sub), staleTime: 30_000 });
  } catch (error) {
    const [known] = queryClient.getQueriesData<UserInfo | null>({ queryKey: ['userinfo'] });
    if (!isNetworkError(error) || !known?.[1]) throw error;
    return known[1];
  }
}

export interface Session {
  /** Input of the guard, with the whole profile. */
  readonly access:
    | { readonly signedIn: false }
    | { readonly signedIn: true; readonly profile: UserInfo | null };
  readonly groups: readonly string[];
  /** Whether the guard sends the account to the set-up of the authenticator app first. */
  readonly totpRequired: boolean;
}

const signedOut: Session = { access: { signedIn: false }, groups: [], totpRequired: false };

/** Reads the session at every navigation, because another tab may have signed in or out. */
export async function readSession(queryClient: QueryClient): Promise<Session> {
  const session = await findSession(queryClient);
  setSignedInCookie(session.access.signedIn);
  return session;
}

function setSignedInCookie(signedIn: boolean): void {
  if ((readCookie(document.cookie, signedInCookie) !== null) === signedIn) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const maxAge = signedIn ? 30 * 24 * 60 * 60 : 0;
  document.cookie = `${signedInCookie}=1; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}

/** Delay in milliseconds. The page has been drawn before it ends, even if Amplify is needed first. */
const profileDelay = 2000;

/** Returns the stored profile, marked as stale, and fetches the current one soon. */
function readStoredProfile(queryClient: QueryClient, sub: string): UserInfo | null {
  const cached = readStoredUserInfo(sub);
  if (cached === null) return null;
  const query = userInfoQuery(sub);
  queryClient.setQueryData(query.queryKey, cached, { updatedAt: 0 });
  setTimeout(() => {
    queryClient
      .query({ ...query, staleTime: 0, meta: { errorShownByPage: true } })
      .then(async (userInfo) => {
        if (findMissingStep(userInfo) !== null) await leadToMissingStep();
      })
      .catch(() => {});
  }, profileDelay);
  return cached;
}

async function findSession(queryClient: QueryClient): Promise<Session> {
  const identity = await getIdentity();
  void deleteDataOfOthers(identity?.sub ?? null);
  if (identity === null) return signedOut;
  const query = userInfoQuery(identity.sub);
  const known =
    queryClient.getQueryData(query.queryKey) ?? readStoredProfile(queryClient, identity.sub);
  // A member who still has to complete steps may do so on another device, so the profile is fetched
  // again. A complete profile is not.
  const staleTime = known && findMissingStep(known) === null ? 'static' : 0;
  try {
    // Every page may show unsent values, so the guard opens the outbox before any loader runs.
    const [profile] = await Promise.all([
      queryClient.query({ ...query, staleTime, meta: { errorShownByPage: true } }),
      openOutbox(),
    ]);
    return {
      access: { signedIn: true, profile },
      groups: identity.groups,
      totpRequired: identity.totpRequired,
    };
  } catch (error) {
    // The session ended in the meantime, perhaps on another device.
    if (isApiError(error, 401)) return signedOut;
    throw error;
  }
}
