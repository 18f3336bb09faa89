import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Measurement, quantile } from './measurement.ts';
import { startBenchServer } from './running-server.ts';
import { network, slowDown } from './slow-phone.ts';
import { signInAndStore, startPhone } from './stored-phone.ts';

const rounds = 3;
/** Milliseconds that a finger stays on a link. */
const touchMs = 80;

/** Taps of members: the page that is open, and the address of the link. */
const taps: readonly (readonly [from: string, to: RegExp])[] = [
  ['/', /^\/workouts$/],
  ['/', /^\/visits\/[\d-]+$/],
  ['/', /^\/reservations$/],
  ['/reservations', /^\/gyms\/\d+$/],
  ['/', /^\/training-status$/],
  ['/my-training-sessions', /^\/search-training-sessions$/],
];

interface Tap {
  readonly to: string;
  /** Milliseconds until the page before has gone. */
  readonly frame: number;
  /** Milliseconds until the heading of the page is shown. */
  readonly content: number;
  /** Calls and files that the tap requested, in the order of their start, as `start-end name`. */
  readonly requests: readonly string[];
}

/**
 * Measures what a member sees after a tap inside the app, on the slow phone of the other
 * benchmarks. The service worker has stored the files of the app.
 */
export async function measure(): Promise<readonly Measurement[]> {
  const server = await startBenchServer({ SEED: 'demo' });
  const folder = await mkdtemp(join(tmpdir(), 'tanren-bench-phone-'));
  try {
    const first = await startPhone(folder);
    await signInAndStore(first, server.url);
    await first.close();
    const found: Tap[][] = taps.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [place, [from, to]] of taps.entries()) {
        const context = await startPhone(folder);
        const phone = await slowDown(context);
        try {
          await phone.load(server.url + from);
          found[place]?.push(await tap(phone.page, to));
        } finally {
          await phone.close();
        }
      }
    }
    const medians = found.map(findMedian);
    console.table(
      medians.map(({ to, frame, content, requests }) => ({
        to,
        frame: `${frame.toFixed(0)} ms`,
        content: `${content.toFixed(0)} ms`,
        'round trips': (content / network.latency).toFixed(1),
        requests: requests.length,
      })),
    );
    if (process.env['REQUESTS'] === 'yes') console.log(medians);
    const slowest = (of: (tap: Tap) => number) => Math.max(...medians.map(of));
    return [
      { name: 'tap: slowest frame', value: slowest(({ frame }) => frame), limit: 300, unit: 'ms' },
      {
        name: 'tap: slowest content, in round trips',
        value: slowest(({ content }) => content / network.latency),
        limit: 2,
        unit: '',
      },
    ];
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function findMedian(measured: readonly Tap[]): Tap {
  const middle = quantile(
    measured.map(({ content }) => content),
    0.5,
  );
  const [tapped] = measured.filter(({ content }) => content >= middle);
  if (tapped === undefined) throw new Error('nothing was measured');
  return tapped;
}

/** Returns the place of the link among those of the page, and its path. It may come late. */
async function findLink(page: Page, to: RegExp) {
  for (let tries = 0; tries < 20; tries += 1) {
    const paths = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
    const place = paths.findIndex((path) => to.test(path));
    if (place !== -1) return { place, path: paths[place] ?? '' };
    await page.waitForTimeout(500);
  }
  throw new Error(`${page.url()} has no link to ${String(to)}`);
}

/** Touches a link, lifts the finger and waits for the next page. */
async function tap(page: Page, to: RegExp): Promise<Tap> {
  const { place, path } = await findLink(page, to);
  const link = page.locator('a[href]').nth(place);
  await link.dispatchEvent('touchstart');
  await page.waitForTimeout(touchMs);
  const measured = await link.evaluate(async (element) => {
    // React hides the page before instead of removing it.
    const findHeading = () =>
      [...document.querySelectorAll('main h1')].find((h1) => h1.getClientRects().length > 0);
    const before = findHeading();
    const until = (isTrue: () => boolean) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (isTrue()) setTimeout(() => resolve(performance.now()));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
    const tappedAt = performance.now();
    (element as HTMLElement).click();
    const frame = (await until(() => findHeading() !== before)) - tappedAt;
    const content = (await until(() => findHeading() !== undefined)) - tappedAt;
    const requests = performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime > tappedAt - 1000)
      .map((entry) => {
        const [start, end] = [entry.startTime, entry.startTime + entry.duration].map((at) =>
          (at - tappedAt).toFixed(0),
        );
        return `${String(start)}-${String(end)} ${new URL(entry.name).pathname}`;
      });
    return { frame, content, requests };
  });
  return { to: path, ...measured };
}
