import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** Network of Lighthouse's phone on a slow line: 150 ms and 1.6 Mbit/s with its factors. */
export const network = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1638.4 * 0.9 * 1000) / 8,
  uploadThroughput: (750 * 0.9 * 1000) / 8,
};

/** Factor by which the processor is slowed. Lighthouse's phone is four times slower than a desktop. */
const slowdown = Number(process.env['SLOWDOWN'] ?? 4);

export interface PageLoad {
  readonly path: string;
  /** Milliseconds since the address was entered. */
  readonly firstPaint: number;
  /** Milliseconds until the largest text or picture of the page was painted. */
  readonly largestPaint: number;
  /** Milliseconds until the first control of the page reacts. */
  readonly ready: number;
  /** Sum of the time above 50 ms of all tasks after the first paint, as Lighthouse counts it. */
  readonly blocking: number;
  /** Number of scripts and styles that were loaded over the network. */
  readonly requests: number;
  readonly kilobytes: number;
  /** Length of the longest chain of requests that waited for each other, including the HTML. */
  readonly inSeries: number;
}

interface SeenRequest {
  readonly type: string;
  readonly startedAt: number;
  endedAt?: number;
  bytes: number;
  cached: boolean;
}

/** Marks the time when React has taken over a control of the page. It runs in the page. */
function watchForControls(): void {
  const taken = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith('__reactProps$'));
  const look = () => {
    const controls = document.querySelectorAll('main :is(a, button, input, select, textarea)');
    // Some pages contain only text. They are ready when nothing is loading.
    const isRead = controls.length === 0 && document.querySelector('[aria-busy="true"]') === null;
    const signs = isRead ? document.querySelectorAll('main h1') : controls;
    if ([...signs].some((sign) => taken(sign))) performance.mark('ready');
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      performance.mark('long-task', { startTime, detail: startTime + duration });
    }
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) performance.mark('largest-paint', { startTime });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

export async function openSlowPhone(
  browser: Browser,
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>,
) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'ja-JP',
    ...(storageState ? { storageState } : {}),
  });
  return await slowDown(context);
}

/** Opens a page whose network and processor are slow. The network of its worker is slow, too. */
export async function slowDown(context: BrowserContext) {
  await context.addInitScript(watchForControls);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await slowDownWorkers(devtools);
  return {
    page,
    load: (url: string) => load(page, devtools, url),
    close: () => context.close(),
  };
}

/** A worker is a target of its own, which waits when it starts until its network is slow. */
async function slowDownWorkers(devtools: CDPSession): Promise<void> {
  const messages = [
    { id: 1, method: 'Network.enable' },
    { id: 2, method: 'Network.emulateNetworkConditions', params: network },
    { id: 3, method: 'Runtime.runIfWaitingForDebugger' },
  ];
  devtools.on('Target.attachedToTarget', ({ sessionId }) => {
    for (const message of messages) {
      const sent = { sessionId, message: JSON.stringify(message) };
      void devtools.send('Target.sendMessageToTarget', sent).catch(() => {});
    }
  });
  await devtools.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: false,
  });
}

async function load(page: Page, devtools: CDPSession, url: string): Promise<PageLoad> {
  const seen = watchRequests(devtools);
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
  await waitForControls(devtools, url);
  const readyAt = seen.now();
  // Tasks that block the page right after it is ready count, too, and so does content that comes
  // later.
  await page.waitForTimeout(1500);
  await page.waitForLoadState('networkidle');
  const times = await page.evaluate(() => {
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const longTasks = performance.getEntriesByName('long-task') as PerformanceMark[];
    return {
      firstPaint,
      largestPaint: performance.getEntriesByName('largest-paint').at(-1)?.startTime ?? 0,
      ready: performance.getEntriesByName('ready')[0]?.startTime ?? 0,
      // Tasks before the first paint are ignored, because there is nothing to tap yet.
      blocking: longTasks
        .map(({ startTime, detail }) => (detail as number) - Math.max(startTime, firstPaint) - 50)
        .reduce((sum, over) => sum + Math.max(0, over), 0),
    };
  });
  const requests = seen.stop();
  const files = requests.filter(({ type, cached }) => /Script|Stylesheet/.test(type) && !cached);
  return {
    path: new URL(url).pathname,
    ...times,
    requests: files.length,
    kilobytes: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    inSeries: longestRow(requests.filter(({ startedAt }) => startedAt < readyAt)),
  };
}

/**
 * Waits until a control of the page reacts. Playwright's own functions for this would first load
 * 300 kB into the page, which costs the slowed processor a tenth of a second.
 */
async function waitForControls(devtools: CDPSession, url: string): Promise<void> {
  const expression = 'performance.getEntriesByName("ready").length';
  for (let tries = 0; tries < 240; tries += 1) {
    const { result } = await devtools.send('Runtime.evaluate', { expression });
    if (Number(result.value) > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`${url} has no control that answers`);
}

function watchRequests(devtools: CDPSession) {
  const requests = new Map<string, SeenRequest>();
  let latest = 0;
  const onSent: Parameters<typeof devtools.on<'Network.requestWillBeSent'>>[1] = (event) => {
    latest = event.timestamp;
    const { requestId, type = 'Other', timestamp } = event;
    requests.set(requestId, { type, startedAt: timestamp, bytes: 0, cached: false });
  };
  const onReceived: Parameters<typeof devtools.on<'Network.responseReceived'>>[1] = (event) => {
    const request = requests.get(event.requestId);
    if (request && (event.response.fromDiskCache ?? false)) request.cached = true;
  };
  const onCached: Parameters<typeof devtools.on<'Network.requestServedFromCache'>>[1] = (event) => {
    const request = requests.get(event.requestId);
    if (request) request.cached = true;
  };
  const onFinished: Parameters<typeof devtools.on<'Network.loadingFinished'>>[1] = (event) => {
    latest = event.timestamp;
    const request = requests.get(event.requestId);
    if (request)
      Object.assign(request, { endedAt: event.timestamp, bytes: event.encodedDataLength });
  };
  devtools.on('Network.requestWillBeSent', onSent);
  devtools.on('Network.responseReceived', onReceived);
  devtools.on('Network.requestServedFromCache', onCached);
  devtools.on('Network.loadingFinished', onFinished);
  return {
    now: () => latest,
    stop: () => {
      devtools.off('Network.requestWillBeSent', onSent);
      devtools.off('Network.responseReceived', onReceived);
      devtools.off('Network.requestServedFromCache', onCached);
      devtools.off('Network.loadingFinished', onFinished);
      return [...requests.values()];
    },
  };
}

/**
 * Returns the length of the longest chain of requests in which each began after the one before had
 * ended.
 */
function longestRow(requests: readonly SeenRequest[]): number {
  let row = 0;
  let endOfLast = Number.NEGATIVE_INFINITY;
  const byEnd = requests
    .filter(({ type, cached }) => /Document|Script|Stylesheet|Fetch|XHR/.test(type) && !cached)
    .toSorted((a, b) => (a.endedAt ?? Infinity) - (b.endedAt ?? Infinity));
  for (const { startedAt, endedAt = Infinity } of byEnd) {
    if (startedAt < endOfLast) continue;
    row += 1;
    endOfLast = endedAt;
  }
  return row;
}
