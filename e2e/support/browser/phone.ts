import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { type Account, putTokens, signInElsewhere } from '#support/identity/accounts.ts';
import { browserOptions } from './browser.ts';
import { expect } from '#support/members/members.ts';

/** A browser with service workers that keeps its storage when it is ended. */
export interface Phone {
  /** Starts the browser again, like after a restart of the phone: nothing is in memory. */
  start(options?: { readonly offline: boolean }): Promise<Page>;
  readonly context: () => BrowserContext;
  /** Ends the browser and deletes its storage. */
  throwAway(): Promise<void>;
}

export async function takePhone(baseURL: string): Promise<Phone> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tanren-phone-'));
  const { launchOptions, viewport, locale, timezoneId } = browserOptions;
  let context: BrowserContext | null = null;
  return {
    async start({ offline } = { offline: false }) {
      await context?.close();
      context = await chromium.launchPersistentContext(folder, {
        ...launchOptions,
        ...(viewport && { viewport }),
        ...(locale !== undefined && { locale }),
        ...(timezoneId !== undefined && { timezoneId }),
        baseURL,
        offline,
        serviceWorkers: 'allow',
      });
      return context.pages()[0] ?? (await context.newPage());
    },
    context() {
      if (context === null) throw new Error('the phone is off');
      return context;
    },
    async throwAway() {
      await context?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the build that opens without a network. `null` when there is none yet. */
export async function readShownBuild(page: Page): Promise<string | null> {
  return await page.evaluate(async () => {
    const noted = await (await caches.open('tanren-notes')).match('/shown-build');
    return (await noted?.text()) ?? null;
  });
}

/** Opens the app with a network, and waits until it works without one. */
export async function openAndStore(page: Page, account: Account): Promise<string> {
  await putTokens(page, await signInElsewhere(account));
  await page.goto('/');
  await expect.poll(() => readShownBuild(page)).not.toBeNull();
  return (await readShownBuild(page)) ?? '';
}

/** Makes the tokens expire, like hours later. Only the network could renew them. */
export async function letTokensRunOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.endsWith('.clockDrift')) localStorage.setItem(key, String(20 * 365 * 86_400_000));
    }
  });
}

/** Returns everything that the browser stores for this site, as text. */
export async function readEveryStore(page: Page): Promise<Record<string, string[]>> {
  const stores = await page.evaluate(async () => {
    const finish = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => {
          resolve(request.result);
        });
        request.addEventListener('error', () => {
          reject(request.error ?? new Error('no reason'));
        });
      });
    const indexedDb: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await finish(indexedDB.open(name));
      for (const storeName of db.objectStoreNames) {
        const store = db.transaction(storeName).objectStore(storeName);
        for (const key of await finish(store.getAllKeys())) {
          indexedDb.push(`${name} ${storeName} ${JSON.stringify(key)}`);
        }
        for (const value of await finish(
          db.transaction(storeName).objectStore(storeName).getAll() as IDBRequest<unknown[]>,
        )) {
          indexedDb.push(JSON.stringify(value));
        }
      }
      db.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        // Files of the build are the same for all members, so their content is left out.
        const isFile = pathname.startsWith('/assets/');
        const text = isFile ? '' : await (await cache.match(request))?.text();
        cached.push(`${name} ${pathname} ${text ?? ''}`);
      }
    }
    const list = (storage: Storage) =>
      Object.keys(storage).map((key) => `${key} ${storage.getItem(key) ?? ''}`);
    return {
      indexedDb,
      cached,
      localStorage: list(localStorage),
      sessionStorage: list(sessionStorage),
    };
  });
  const cookies = await page.context().cookies();
  return { ...stores, cookies: cookies.map(({ name, value }) => `${name} ${value}`) };
}
