import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/**
 * Settings of a phone in Japan. It uses the installed browser and keeps it from calling its maker.
 */
export const browserOptions: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> = {
  ...(process.env['BASE_URL'] ? { baseURL: process.env['BASE_URL'] } : {}),
  viewport: { width: 390, height: 844 },
  locale: 'ja-JP',
  timezoneId: 'Asia/Tokyo',
  // Replaced answers would not reach a page with a service worker, and each test would fetch the
  // whole app. Only tests of the service worker enable it.
  serviceWorkers: 'block',
  launchOptions: {
    executablePath,
    args: [
      // Chromium cannot use its sandbox as root.
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
