import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Measurement, quantile } from './measurement.ts';
import { startBenchServer } from './running-server.ts';
import { slowDown } from './slow-phone.ts';
import { signInAndStore, startPhone } from './stored-phone.ts';

const rounds = 5;

interface Visit {
  /** Milliseconds until the frame of the page is painted, which comes from the same worker. */
  readonly firstPaint: number;
  /** Milliseconds until today's menu is shown, at first by its picture. */
  readonly menu: number;
  /** Milliseconds until the app has replaced the picture and reacts. */
  readonly ready: number;
  /** Milliseconds until the network has answered with today's menu. */
  readonly refreshed: number;
  /** Largest layout shift after the menu was shown. */
  readonly shift: number;
  /** Time above 50 ms of all tasks after the first paint. */
  readonly blocking: number;
}

/**
 * Measures the visit before a training: a cheap phone with a slow network starts the app with the
 * service worker and the answers of today. The tokens have expired since. Each round starts a new
 * browser. The worker's network is slow as well. Its processor is not.
 */
export async function measure(): Promise<readonly Measurement[]> {
  const server = await startBenchServer({ SEED: 'demo' });
  const folder = await mkdtemp(join(tmpdir(), 'tanren-bench-phone-'));
  try {
    const first = await startPhone(folder);
    await expireTokens(await signInAndStore(first, server.url));
    await first.close();
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round += 1) {
      visits.push(await visitHome(folder, `${server.url}/`));
    }
    console.table(visits);
    const median = (of: (visit: Visit) => number) => quantile(visits.map(of), 0.5);
    const shift = Math.max(...visits.map((visit) => visit.shift));
    return [
      { name: "return visit: today's menu", value: median((v) => v.menu), limit: 800, unit: 'ms' },
      {
        name: "return visit: today's menu, to the first paint",
        value: median((v) => v.menu / v.firstPaint),
        limit: 3,
        unit: 'x',
      },
      { name: 'return visit: largest shift', value: shift, limit: 0.001, unit: '' },
      {
        name: 'return visit: blocking time',
        value: median((v) => v.blocking),
        limit: 150,
        unit: 'ms',
      },
    ];
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes the tokens expire, like an hour later. */
async function expireTokens(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.endsWith('.clockDrift')) localStorage.setItem(key, String(1e12));
    }
  });
}

/** Marks when today's menu is painted, and every layout shift. It runs in the page. */
function watchMenu(): void {
  const look = () => {
    if (document.querySelector('[aria-label="今日やること"] h2') === null)
      requestAnimationFrame(look);
    else setTimeout(() => performance.mark('menu'));
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as (PerformanceEntry & { readonly value: number })[]) {
      performance.mark('shift', { startTime: shift.startTime, detail: shift.value });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function visitHome(folder: string, url: string): Promise<Visit> {
  const context = await startPhone(folder);
  await context.addInitScript(watchMenu);
  const phone = await slowDown(context);
  const { firstPaint, ready, blocking } = await phone.load(url);
  const seen = await phone.page.evaluate(() => {
    const menu = performance.getEntriesByName('menu')[0]?.startTime ?? Number.NaN;
    const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const refreshed = answers.find(({ name }) => name.endsWith('/api/todays-menu'))?.responseEnd;
    const shifts = (performance.getEntriesByName('shift') as PerformanceMark[])
      .filter(({ startTime }) => startTime > menu)
      .map(({ detail }) => detail as number);
    return { menu, refreshed: refreshed ?? Number.NaN, shift: Math.max(0, ...shifts) };
  });
  await expireTokens(phone.page);
  await phone.close();
  return { firstPaint, ready, blocking, ...seen };
}
