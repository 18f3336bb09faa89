import { defineConfig } from 'vitest/config';

// `npm test` tries the same random examples in each run, so that it fails only for what has changed.
// `npm run test:long` tries others each time.
const randomness =
  process.env['TEST_LONG'] === '1' ? [] : ['packages/domain/src/testing/fix-random-seed.ts'];

export default defineConfig({
  test: {
    // One more than the cores of the smallest machine, because tests often wait for a database or a
    // program.
    maxWorkers: 3,
    projects: [
      {
        define: { __BUILD_ID__: JSON.stringify('unit-tests') },
        test: {
          name: 'unit',
          // These tests do not change shared modules, so one process loads them once for all files.
          isolate: false,
          setupFiles: randomness,
          // The demo world takes seconds to generate on a busy machine.
          testTimeout: 30_000,
          include: [
            'packages/{domain,contract,demo,simulator}/src/**/*.test.ts',
            'apps/machine/src/**/*.test.ts',
            'apps/web/{src,build}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.mjs',
          ],
        },
      },
      'apps/web/vitest.config.ts',
      {
        test: {
          name: 'api',
          // A worker loads the 550 modules of the server once, not for each of its files.
          isolate: false,
          // Most objects of tests are short-lived, so a larger young generation needs fewer
          // collections.
          execArgv: ['--max-semi-space-size=64'],
          include: [
            'apps/api/{src,test}/**/*.test.ts',
            'packages/user-pool/src/**/*.test.ts',
            // These tests exist only in the full size.
            ...(process.env['TEST_LONG'] === '1' ? ['apps/api/test/**/*.long.ts'] : []),
          ],
          setupFiles: randomness,
          globalSetup: ['apps/api/test/support/global-setup.ts'],
          // Some tests start whole servers, on machines that are busy with other work.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // `npm test` lists tests that needed the second try, as for components.
          retry: 1,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
