import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { type Measurement, quantile } from './measurement.ts';
import { startBenchServer } from './running-server.ts';
import { openSlowPhone, type PageLoad } from './slow-phone.ts';

const bareReact = fileURLToPath(new URL('bare-react', import.meta.url));
const buildFile = fileURLToPath(new URL('../apps/web/dist/build.json', import.meta.url));
const password = 'mainichi10kai';
/** `PAGES='/,/gyms/$gymId' npm run bench -- first-load` measures only these pages and /login. */
const onlyPages = process.env['PAGES']?.split(',');
const isWanted = (path: string) => onlyPages?.includes(path) ?? true;

/** Pages on which an address with an id is found, if the pattern itself does not show it. */
const listsOfIds: Readonly<Record<string, string>> = {
  '/gyms/$gymId': '/reservations',
  '/workouts/$workoutId': '/visits/$date',
  '/training-sessions/$trainingSessionId': '/my-training-sessions',
  '/trainer/members/$memberId': '/trainer',
};

/**
 * Measures every page for a first visit on a cheap phone, and a bare React page in the same run.
 * Machines differ, but the ratio does not.
 */
export async function measure(): Promise<readonly Measurement[]> {
  const server = await startBenchServer({ SEED: 'demo' });
  const withoutWorker = await startBenchServer({ SEED: 'demo', SERVICE_WORKER: 'no' });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const load: LoadPage = async (url, signedIn) => {
      const phone = await openSlowPhone(browser, signedIn);
      const measured = await phone.load(url);
      await phone.close();
      return measured;
    };
    const bare = await measureBarePage(load);
    const [login] = await medianLoads([() => load(`${server.url}/login`)]);
    if (!login) throw new Error('/login was not measured');
    const workerCost = await measureWorker(browser, load, [server.url, withoutWorker.url]);
    const loads = [login, ...(await measureAllPages(browser, load, server.url))];
    print([bare, ...loads], bare);
    return judge(loads, login, workerCost, bare);
  } finally {
    await browser.close();
    await server.stop();
    await withoutWorker.stop();
  }
}

type LoadPage = (url: string, signedIn?: SignedIn) => Promise<PageLoad>;
type SignedIn = Awaited<ReturnType<typeof signIn>>;

function judge(
  loads: PageLoad[],
  login: PageLoad,
  workerCost: number,
  bare: PageLoad,
): Measurement[] {
  const max = (of: (load: PageLoad) => number) => Math.max(...loads.map(of));
  return [
    { name: '/login: first paint', value: login.firstPaint / 1000, limit: 1.9, unit: 's' },
    { name: '/login: ready to use', value: login.ready / 1000, limit: 3, unit: 's' },
    {
      name: '/login: ready, to a bare React page',
      value: login.ready / bare.ready,
      limit: 2,
      unit: 'x',
    },
    {
      name: 'home: ready, to the same without the worker',
      value: workerCost,
      limit: 1.1,
      unit: 'x',
    },
    {
      name: 'slowest page: ready, to a bare React page',
      value: max((load) => load.ready) / bare.ready,
      limit: 3,
      unit: 'x',
    },
    { name: 'most blocking time', value: max((load) => load.blocking), limit: 150, unit: 'ms' },
    { name: 'most scripts and styles', value: max((load) => load.requests), limit: 15, unit: '' },
    { name: 'most requests in series', value: max((load) => load.inSeries), limit: 5, unit: '' },
  ];
}

async function measureBarePage(load: LoadPage): Promise<PageLoad> {
  const outDir = `${bareReact}/dist`;
  const options = { root: bareReact, configFile: false as const, logLevel: 'warn' as const };
  await build({ ...options, build: { outDir } });
  const server = await preview({ ...options, build: { outDir }, preview: { port: 0 } });
  try {
    const [bare] = await medianLoads([() => load(server.resolvedUrls?.local[0] ?? '')]);
    if (!bare) throw new Error('the bare page was not measured');
    return bare;
  } finally {
    await server.close();
  }
}

/** Loads the pages in turns, so that a busy moment of the machine affects all of them. */
async function medianLoads(pages: readonly (() => Promise<PageLoad>)[]): Promise<PageLoad[]> {
  const loads: PageLoad[][] = pages.map(() => []);
  for (let round = 0; round < 3; round += 1) {
    for (const [place, load] of pages.entries()) loads[place]?.push(await load());
  }
  return loads.flatMap((rounds) => takeMedians(rounds) ?? []);
}

/** Returns the median of each number, which may come from different loads of the page. */
function takeMedians([first, ...others]: readonly PageLoad[]): PageLoad | undefined {
  if (first === undefined) return undefined;
  const median = (name: Exclude<keyof PageLoad, 'path'>) =>
    quantile(
      [first, ...others].map((load) => load[name]),
      0.5,
    );
  return {
    path: first.path,
    firstPaint: median('firstPaint'),
    largestPaint: median('largestPaint'),
    ready: median('ready'),
    blocking: median('blocking'),
    requests: median('requests'),
    kilobytes: median('kilobytes'),
    inSeries: median('inSeries'),
  };
}

/**
 * Returns the ratio between the load times of the home page with and without a service worker. The
 * member is signed in, because visitors get no worker.
 */
async function measureWorker(
  browser: Browser,
  load: LoadPage,
  origins: readonly string[],
): Promise<number> {
  const pages: (() => Promise<PageLoad>)[] = [];
  for (const origin of origins) {
    const signedIn = await signIn(browser, origin, 'demo@tanren.example');
    pages.push(() => load(`${origin}/`, signedIn));
  }
  const [withWorker, without] = await medianLoads(pages);
  if (!withWorker || !without) throw new Error('the home page was not measured');
  console.log(
    `Home with the worker and without: ready ${withWorker.ready.toFixed(0)} and ${without.ready.toFixed(0)} ms, blocking ${withWorker.blocking.toFixed(0)} and ${without.blocking.toFixed(0)} ms`,
  );
  return withWorker.ready / without.ready;
}

async function measureAllPages(
  browser: Browser,
  load: LoadPage,
  origin: string,
): Promise<PageLoad[]> {
  const { routes } = JSON.parse(await readFile(buildFile, 'utf8')) as {
    routes: { path: string }[];
  };
  const loads: PageLoad[] = [];
  for (const role of ['demo', 'trainer', 'staff'] as const) {
    const mine = routes.filter(({ path }) => roleOf(path) === role);
    if (!mine.some(({ path }) => isWanted(path))) continue;
    const signedIn = await signIn(browser, origin, `${role}@tanren.example`);
    const found = await findAddresses(
      browser,
      origin,
      mine.map(({ path }) => path),
      signedIn,
    );
    const addresses = found.flatMap(([pattern, address]) => (isWanted(pattern) ? address : []));
    loads.push(
      ...(await medianLoads(addresses.map((path) => () => load(`${origin}${path}`, signedIn)))),
    );
  }
  const forVisitors = ['/terms', '/privacy-policy', '/tutorial', '/register', '/forgot-password'];
  const addresses = forVisitors.filter((address) => isWanted(address));
  loads.push(...(await medianLoads(addresses.map((path) => () => load(`${origin}${path}`)))));
  return loads;
}

/**
 * Returns the role that opens a page. `null` for a page for visitors, or one that only redirects.
 */
function roleOf(path: string): 'demo' | 'trainer' | 'staff' | null {
  const elsewhere = [
    '/users/$',
    '/training-sessions',
    '/auth/native-session',
    '/confirm-agreement',
  ];
  const forVisitors = ['/login', '/terms', '/privacy-policy', '/tutorial', '/forgot-password'];
  if ([...elsewhere, ...forVisitors].includes(path) || path.startsWith('/register')) return null;
  if (path.startsWith('/trainer')) return 'trainer';
  return path.startsWith('/staff') ? 'staff' : 'demo';
}

async function signIn(browser: Browser, origin: string, email: string) {
  const context = await browser.newContext({ locale: 'ja-JP' });
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.waitForLoadState('networkidle');
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Fills in the ids of the patterns, using links of their parent pages. */
async function findAddresses(
  browser: Browser,
  origin: string,
  patterns: readonly string[],
  storageState: SignedIn,
): Promise<(readonly [pattern: string, address: string])[]> {
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  const found = new Map<string, string>([
    ['/workout-ranking/$workoutType/$rankingType', '/workout-ranking/1/max'],
  ]);
  for (const pattern of patterns.toSorted((a, b) => a.length - b.length)) {
    if (!pattern.includes('$')) found.set(pattern, pattern);
    if (found.has(pattern)) continue;
    const address = await findLink(page, origin, pattern, found);
    if (address !== null) found.set(pattern, address);
  }
  await context.close();
  return [...found].filter(([pattern]) => patterns.includes(pattern));
}

async function findLink(
  page: Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['newPage']>>,
  origin: string,
  pattern: string,
  found: ReadonlyMap<string, string>,
): Promise<string | null> {
  const above = [...found.keys()].filter((known) => pattern.startsWith(`${known}/`));
  const nearest = above.toSorted((a, b) => b.length - a.length)[0];
  const list = found.get(listsOfIds[pattern] ?? nearest ?? '/');
  await page.goto(`${origin}${list ?? '/'}`, { waitUntil: 'networkidle' });
  const shape = new RegExp(`^${pattern.replaceAll(/\$\w+/g, '[\\w-]+')}$`);
  const links = await page
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  return links.find((href) => shape.test(href) && !href.endsWith('/new')) ?? null;
}

/** Prints the medians, and once more as rows of a table in a document. */
function print(loads: readonly PageLoad[], bare: PageLoad): void {
  const rows = loads.map((load) => ({
    page: load === bare ? 'bare React page' : load.path,
    'first paint, s': (load.firstPaint / 1000).toFixed(2),
    'largest paint, s': (load.largestPaint / 1000).toFixed(2),
    'ready, s': (load.ready / 1000).toFixed(2),
    'to bare': (load.ready / bare.ready).toFixed(2),
    'blocking, ms': load.blocking.toFixed(0),
    files: String(load.requests),
    kB: load.kilobytes.toFixed(0),
    'in series': String(load.inSeries),
  }));
  console.table(rows);
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, names.map(() => '---'), ...rows.map((row) => Object.values(row))];
  console.log(lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'));
}
