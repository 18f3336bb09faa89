import { defineConfig } from '@playwright/test';
import { browserOptions } from './support/browser/browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/server/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // `npm test` lists tests that needed the second try, as for components.
  retries: 1,
  // The timeout is for busy machines. Tests normally need only a fraction of it.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['line'], ['json']] : [['line']],
  use: { ...browserOptions, actionTimeout: 60_000, navigationTimeout: 60_000 },
});
