import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { pageDocuments } from './build/page-documents.ts';
import { remFontSizes } from './build/rem-font-sizes.ts';
import { nativePowers } from './test/support/native-powers.ts';

/** Runs components and screens in a real Chromium, with answers from the contract. */
export default defineConfig({
  plugins: [react(), pageDocuments],
  css: { postcss: { plugins: [remFontSizes] } },
  define: { __BUILD_ID__: JSON.stringify('component-tests') },
  server: { host: '127.0.0.1' },
  // The list makes Vite bundle all of them before the first test. A later one would make it bundle
  // again, and open pages would lose the modules they are loading.
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
    // All files of a worker share one page, so the app's 800 modules are loaded once, not per file.
    isolate: false,
    // One more than the cores of the smallest machine, because tests wait for frames, timers or
    // clicks.
    maxWorkers: 3,
    testTimeout: 30_000,
    // A busy machine can stop a page for seconds. `npm test` lists tests that needed the second
    // try: each is a race in the test or the page and has to be fixed.
    retry: 1,
    // Finding an element by its role looks at the whole page. A shorter interval takes processor
    // time that the page needs itself.
    expect: { poll: { timeout: 10_000, interval: 50 } },
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
          // Times are shown on the clock of the gym, wherever the phone is.
          timezoneId: 'America/New_York',
          // The window is larger than the frame of the tests, so that the pointer reaches all of
          // the frame.
          viewport: { width: 1440, height: 1300 },
          // Tests would otherwise wait for animations. The journeys cover them.
          reducedMotion: 'reduce',
        },
      }),
    },
  },
});
