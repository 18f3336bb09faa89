import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** A phone in Japan; the browser is the installed one, kept from calling its maker. */
export const browserOptions: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> = {
  ...(process.env['BASE_URL'] ? { baseURL: process.env['BASE_URL'] } : {}),
  viewport: { width: 390, height: 844 },
  locale: 'ja-JP',
  timezoneId: 'Asia/Tokyo',
  // What tests put in the place of answers would not reach a page with a worker behind it, and each
  // test would fetch the whole app: only those that are about it have one.
  serviceWorkers: 'block',
  launchOptions: {
    executablePath,
    args: [
      // Chromium refuses to sandbox itself as root.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
};
