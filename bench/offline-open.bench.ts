import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import type { Measurement } from './measurement.ts';
import { startBenchServer } from './running-server.ts';
import { signInAndStore, startPhone } from './stored-phone.ts';

const rounds = 3;
const limitMs = 1000;

/**
 * A page from the list in section 11 of the product specification, and the data expected in `main`.
 */
interface WantedPage {
  readonly name: string;
  readonly path: string;
  readonly data: string;
}

interface Opened {
  readonly firstPaint: number;
  /** Time in milliseconds until heading and data are shown. */
  readonly opened: number;
}

/**
 * Measures the app on a phone that was off and starts without a network. For each page a new
 * browser starts with its stored data, on an unthrottled processor. The time begins when the
 * address is entered, and includes the start of the worker.
 */
export async function measure(): Promise<readonly Measurement[]> {
  const server = await startBenchServer({ SEED: 'demo' });
  const folder = await mkdtemp(join(tmpdir(), 'tanren-bench-phone-'));
  try {
    const pages = await storeEverything(folder, server.url);
    const rows = [];
    for (const wanted of pages)
      rows.push({ wanted, median: await medianOpen(folder, server.url, wanted) });
    print(rows);
    return rows.map(({ wanted, median }) => ({
      name: `without a network: ${wanted.name}`,
      value: median.opened,
      limit: limitMs,
      unit: 'ms',
    }));
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Signs in, waits until the app works without a network, and looks for the pages to open. */
async function storeEverything(folder: string, origin: string): Promise<readonly WantedPage[]> {
  const context = await startPhone(folder);
  const page = await signInAndStore(context, origin);
  const pages = await listPages(page, origin);
  await context.close();
  return pages;
}

async function listPages(page: Page, origin: string): Promise<readonly WantedPage[]> {
  const find = async (list: string, shape: RegExp) => {
    await page.goto(`${origin}${list}`, { waitUntil: 'networkidle' });
    const links = await page
      .locator('main a[href]')
      .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
    const found = links.find((path) => shape.test(path));
    if (found === undefined) throw new Error(`${list} leads to nothing like ${shape.source}`);
    return found;
  };
  const visit = await find('/workouts', /^\/visits\/[\d-]+$/);
  const menu = await find('/my-training-sessions', /^\/training-sessions\/\d+$/);
  const reservation = await find('/reservations?view=mine', /^\/reservations\/\d+$/);
  const gym = await find(reservation, /^\/gyms\/\d+$/);
  return [
    { name: 'home', path: '/', data: 'a[href^="/training-sessions/"], a[href^="/reservations/"]' },
    { name: 'visits', path: '/workouts', data: 'a[href^="/visits/"]' },
    { name: 'a visit', path: visit, data: 'a[href^="/workouts/"], article' },
    { name: 'loads', path: '/training-status', data: 'li' },
    { name: 'own menus', path: '/my-training-sessions', data: 'li a[href^="/training-sessions/"]' },
    { name: 'a menu', path: menu, data: 'li' },
    {
      name: 'favourite menus',
      path: '/favorite-training-sessions',
      data: 'li a[href^="/training-sessions/"]',
    },
    { name: 'reservations', path: '/reservations?view=mine', data: 'a[href^="/reservations/"]' },
    { name: 'a reservation', path: reservation, data: 'a[href^="/gyms/"]' },
    { name: 'gym and its hours', path: gym, data: 'dl, table' },
    { name: 'announcements', path: '/informations', data: 'article, li' },
  ];
}

async function medianOpen(folder: string, origin: string, wanted: WantedPage): Promise<Opened> {
  const times: Opened[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await startPhone(folder, { offline: true });
    times.push(await open(context, `${origin}${wanted.path}`, wanted.data));
    await context.close();
  }
  const median = times.toSorted((a, b) => a.opened - b.opened)[Math.floor(rounds / 2)];
  if (median === undefined) throw new Error(`${wanted.name} was not measured`);
  return median;
}

async function open(context: BrowserContext, url: string, data: string): Promise<Opened> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.addInitScript((selector) => {
    const look = () => {
      const main = document.querySelector('main');
      const heading = main?.querySelector('h1')?.textContent.trim() ?? '';
      if (heading !== '' && main?.querySelector(selector)) performance.mark('opened');
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, data);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('opened').length > 0);
  return await page.evaluate(() => ({
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    opened: performance.getEntriesByName('opened')[0]?.startTime ?? 0,
  }));
}

function print(rows: readonly { readonly wanted: WantedPage; readonly median: Opened }[]): void {
  console.table(
    rows.map(({ wanted, median }) => ({
      page: wanted.name,
      path: wanted.path,
      'first paint': `${median.firstPaint.toFixed(0)} ms`,
      'heading and data': `${median.opened.toFixed(0)} ms`,
    })),
  );
}
