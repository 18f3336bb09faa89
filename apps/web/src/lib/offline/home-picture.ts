import { readStoredUserInfo } from '#lib/auth/stored-profile.ts';
import { readOldIdToken } from '#lib/auth/stored-tokens.ts';
import { deviceStorage } from '#lib/browser-storage.ts';

/*
 * The picture of home is the markup that the home page opens with. `start-calls.ts` shows it while
 * the app is loading, and React then replaces it with the same markup (decision 0040). Signing out
 * removes it with the other keys of the member (`device-data.ts`).
 */

declare const __BUILD_ID__: string;

const prefix = 'tanren:home-picture:';

interface HomePicture {
  readonly build: string;
  /** Time from which the page opens like this, in milliseconds by the clock of this device. */
  readonly from: number;
  /** Time from which it opens differently, such as the next day. */
  readonly until: number;
  readonly html: string;
}

/**
 * Stores the shown home page of a member. Elements marked with `data-picture` appear later than the
 * others or are valid only at the moment: `left-out` has no place until then, `blank` keeps it. A
 * page without a part marked `menu` does not open with today's menu, so it has no picture.
 */
export function saveHomePicture(sub: string, until: number): void {
  const frame = document.querySelector('main')?.parentElement?.cloneNode(true) as
    | Element
    | undefined;
  if (!frame?.querySelector('[data-picture="menu"]')) {
    removeHomePicture();
    return;
  }
  for (const part of frame.querySelectorAll('[data-picture="left-out"]')) part.remove();
  for (const part of frame.querySelectorAll('[data-picture="blank"]')) part.replaceChildren();
  const picture = { build: __BUILD_ID__, from: Date.now(), until, html: frame.outerHTML };
  deviceStorage.saveJson(prefix + sub, picture satisfies HomePicture);
}

/** Removes the picture. A change that the member makes may outdate it. */
export function removeHomePicture(): void {
  for (const key of deviceStorage.listKeys()) {
    if (key.startsWith(prefix)) deviceStorage.remove(key);
  }
}

/**
 * Returns the markup of the picture, or `null` if the app would not open with the stored answers of
 * this member, or would open the page differently.
 */
export function findHomePicture(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  userPoolClientId: string,
): string | null {
  const isHome = pathname === '/' && search === '' && hash === '';
  const hasWorker = Boolean(navigator.serviceWorker?.controller);
  if (!isHome || !hasWorker || !navigator.onLine) return null;
  const sub = String(readOldIdToken(userPoolClientId)?.claims['sub']);
  if (readStoredUserInfo(sub) === null) return null;
  const picture = deviceStorage.readJson(prefix + sub) as HomePicture | null;
  const now = Date.now();
  const isValid = picture?.build === __BUILD_ID__ && picture.from <= now && now < picture.until;
  return isValid ? picture.html : null;
}

/**
 * Shows the picture in the container of the app, before the app itself. The links in it work, and its
 * buttons do nothing. While the page is being parsed, the parser would still add to the container.
 */
export function showHomePicture(html: string): void {
  const show = () => {
    const container = document.getElementById('app');
    if (container) container.innerHTML = html;
  };
  if (document.readyState === 'loading') {
    document.addEventListener('readystatechange', show, { once: true });
  } else show();
}
