import type { ClientConfig } from '@tanren/contract/build-manifest';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { readLastGym } from '#entities/gyms/last-gym.ts';
import { readStoredUserInfo } from '#lib/auth/stored-profile.ts';
import { readStoredIdToken } from '#lib/auth/stored-tokens.ts';
import { startEarlyCalls } from '#lib/early-calls.ts';
import { findHomePicture, showHomePicture } from '#lib/offline/home-picture.ts';
import { startTapTraces } from '#lib/tap-trace.ts';

/*
 * Shows the picture of the home page and sends the calls of the requested page while the other
 * scripts are still loading. The build puts this file and its imports into a script that runs first,
 * so they must be small.
 */

/**
 * Calls by page, for the pages that members open first. They are the calls that a page needs until
 * it is drawn. `early-calls.test.tsx` compares them with the calls that the page makes.
 */
const callsOfPages: readonly (readonly [RegExp, (id: string) => readonly string[]])[] = [
  [
    /^\/$/,
    () => [
      '/todays-menu',
      '/tanren-connection',
      '/training-reservations/my?time=upcoming&limit=1',
      '/my/memberships',
      '/training-reservations/my?time=past',
    ],
  ],
  [
    /^\/workouts$/,
    () => [`/visits/months/${today().slice(0, 7)}`, '/workout-claims', '/rejected-workouts'],
  ],
  [
    /^\/reservations$/,
    () => [
      `/training-reservations/suggestion${nameLastGym()}`,
      '/gyms',
      '/training-reservations/my?time=upcoming',
      '/my/reservation-waits',
      '/training-reservations/my?time=past',
      '/my/memberships',
    ],
  ],
  [
    /^\/gyms\/(\d+)$/,
    (id) => [
      `/gyms/${id}`,
      `/gyms/${id}/weekly-hours`,
      `/gyms/${id}/subscription-plans`,
      '/my/memberships',
      `/gyms/${id}/crowd`,
      `/gyms/${id}/door?keepChangeable=true`,
      ...[-1, 0].map((days) => nameHours(id, addDays(today(), days))),
    ],
  ],
  [/^\/training-status$/, () => ['/training-status', '/workout-loads', '/workout-types']],
  [/^\/search-training-sessions$/, () => ['/training-sessions', '/training-session-tags']],
];

function today(): string {
  return toGymDay(new Date());
}

/** Names the opening hours of a day. The address has no leading zeros. */
function nameHours(gymId: string, gymDay: string): string {
  return `/gyms/${gymId}/business-hours/${gymDay.split('-').map(Number).join('/')}`;
}

function nameLastGym(): string {
  const gymId = readLastGym();
  return gymId === null ? '' : `?gymId=${gymId}`;
}

/** Returns the calls of a page, as paths below `/api`. An address with a query has none. */
export function listPageCalls({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  if (search !== '') return [];
  for (const [pattern, listCalls] of callsOfPages) {
    const match = pattern.exec(pathname);
    if (match) return listCalls(match[1] ?? '');
  }
  return [];
}

/**
 * Sends the calls as the member whose valid token is on this device. Does nothing if the guard of
 * the page would renew the token, load the profile or redirect first.
 */
function startCalls({ userPoolClientId }: ClientConfig): void {
  const paths = listPageCalls(location);
  if (paths.length === 0 || !navigator.onLine) return;
  const token = readStoredIdToken(userPoolClientId);
  if (typeof token === 'string') return;
  if (readStoredUserInfo(String(token.claims['sub'])) === null) return;
  startEarlyCalls(paths, token.text);
}

const meta = document.querySelector<HTMLMetaElement>('meta[name="tanren-config"]');

/**
 * Settings that the server writes into the page, so that one build runs with any user pool. `null`
 * in a page of another server.
 */
export const clientConfig = meta && (JSON.parse(meta.content) as ClientConfig);
if (clientConfig?.traces === true) startTapTraces();
if (clientConfig) {
  const picture = findHomePicture(location, clientConfig.userPoolClientId);
  if (picture !== null) showHomePicture(picture);
  startCalls(clientConfig);
}
