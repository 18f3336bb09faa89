import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { remFontSizes } from './build/rem-font-sizes.ts';
import { nativePowers } from './test/support/native-powers.ts';

/** Components and screens in a real Chromium, answered from the contract. */
export default defineConfig({
  plugins: [react()],
  css: { postcss: { plugins: [remFontSizes] } },
  define: { __BUILD_ID__: JSON.stringify('component-tests') },
  server: { host: '127.0.0.1' },
  // Named, so that Vite bundles all of them before the first test: one that it finds later makes it
  // bundle anew, and the pages that are open lose what they are loading.
  optimizeDeps: {
    rolldownOptions: { plugins: [nativePowers] },
    include: [
      '@aws-amplify/core/internals/aws-client-utils',
      '@dnd-kit/core',
      '@dnd-kit/sortable',
      '@tabler/icons-react',
      '@tanstack/react-query',
      '@tanstack/react-router',
      'aws-amplify',
      'aws-amplify/auth',
      'aws-amplify/auth/cognito',
      'aws-amplify/utils',
      'axe-core',
      'idb-keyval',
      'mqtt',
      'qr/decode.js',
      'react',
      'react-dom',
      'react-dom/client',
      'react-dom/server',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'typebox',
      'typebox/value',
      'uqr',
    ],
  },
  test: {
    name: 'component',
    env: { TEST_LONG: process.env['TEST_LONG'] ?? '' },
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: [
      'test/support/quick-react.ts',
      'test/support/configure-auth.ts',
      'test/support/setup.ts',
    ],
    // One page for all files of a worker: the app's 800 modules are loaded once, not per file.
    isolate: false,
    // One more than the cores of the smallest machine: tests wait for a frame, a timer or a click.
    maxWorkers: 3,
    testTimeout: 30_000,
    // A busy machine can stop a page for seconds. What needs its second try is listed by
    // `npm test`: it is a race of the test or of the page, and is to be mended.
    retry: 1,
    expect: { poll: { timeout: 10_000, interval: 20 } },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      instances: [{ browser: 'chromium', viewport: { width: 390, height: 844 } }],
      provider: playwright({
        launchOptions: {
          executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        },
        contextOptions: {
          locale: 'ja-JP',
          timezoneId: 'Asia/Tokyo',
          // The frame of the tests fits into it: what it shows can be pointed at.
          viewport: { width: 1440, height: 1300 },
          // What fades and slides would be waited for; the journeys see it move.
          reducedMotion: 'reduce',
        },
      }),
    },
  },
});
